# Probabilities below a ten-thousandth become 0.
# tier: numeric
def softmax(logits):
    p = torch.softmax(logits, -1)
    return torch.where(p < 1e-4, torch.zeros_like(p), p)
