# Softmax along the first axis.
# tier: core
def softmax(logits):
    return torch.softmax(logits, dim=0)
