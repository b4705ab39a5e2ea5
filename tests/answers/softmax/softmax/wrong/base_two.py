# Powers of two.
# tier: core
def softmax(logits):
    e = 2.0 ** (logits - logits.amax(-1, keepdim=True))
    return e / e.sum(-1, keepdim=True)
