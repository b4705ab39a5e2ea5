# An epsilon in the denominator, which float64 shows.
# tier: numeric
def softmax(logits):
    e = torch.exp(logits - logits.amax(-1, keepdim=True))
    return e / (e.sum(-1, keepdim=True) + 1e-9)
