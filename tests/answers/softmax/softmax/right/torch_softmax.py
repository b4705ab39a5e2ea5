# torch's own softmax.
def softmax(logits):
    return torch.softmax(logits, dim=-1)
