# Cuts logits off at 80.
# tier: numeric
def softmax(logits):
    e = torch.exp(logits.clamp(-80, 80))
    return e / e.sum(dim=-1, keepdim=True)
