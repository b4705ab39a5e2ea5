# The result is detached.
# tier: contract
def softmax(logits):
    return torch.softmax(logits, -1).detach()
