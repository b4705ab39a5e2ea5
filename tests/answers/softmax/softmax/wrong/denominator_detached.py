# The sum is detached, so gradients are wrong.
# tier: contract
def softmax(logits):
    e = (logits - logits.amax(-1, keepdim=True).detach()).exp()
    return e / e.sum(-1, keepdim=True).detach()
