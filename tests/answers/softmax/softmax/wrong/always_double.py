# Gives float64 for float32.
# tier: contract
def softmax(logits):
    return torch.softmax(logits.double(), -1)
