# The exponentials are not divided.
# tier: core
def softmax(logits):
    return torch.exp(logits)
