# The maximum is a constant: no gradient goes through it.
def softmax(logits):
    e = (logits - logits.detach().amax(-1, keepdim=True)).exp()
    return e / e.sum(-1, keepdim=True)
