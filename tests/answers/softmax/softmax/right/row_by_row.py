# Recursion over the axes in front, one row at a time.
def softmax(logits):
    if logits.dim() > 1:
        return torch.stack([softmax(row) for row in logits])
    e = (logits - logits.max()).exp()
    return e / e.sum()
