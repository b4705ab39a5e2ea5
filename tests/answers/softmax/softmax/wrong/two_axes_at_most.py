# Two loops: a stack of tables is too much.
# tier: general
def softmax(logits):
    if logits.dim() == 1:
        return torch.softmax(logits, 0)
    rows, words = logits.shape
    return torch.stack([torch.softmax(logits[i], 0) for i in range(rows)])
