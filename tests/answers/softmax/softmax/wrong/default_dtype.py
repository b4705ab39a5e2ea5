# Changes the default dtype.
# tier: contract
def softmax(logits):
    torch.set_default_dtype(torch.float64)
    return torch.softmax(logits, -1)
