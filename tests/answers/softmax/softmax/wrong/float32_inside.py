# float64 goes through float32.
# tier: numeric
def softmax(logits):
    return torch.softmax(logits.float(), -1).to(logits.dtype)
