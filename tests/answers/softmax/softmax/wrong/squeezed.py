# Axes of length 1 are lost.
# tier: general
def softmax(logits):
    return torch.softmax(logits, -1).squeeze()
