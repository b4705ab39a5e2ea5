# Counts on six words.
# tier: general
def softmax(logits):
    e = [torch.exp(logits[..., i] - logits.amax(-1)) for i in range(6)]
    return torch.stack([x / sum(e) for x in e], dim=-1)
