# The probability is cut off below.
# tier: numeric
def surprise(logits, words):
    p = torch.softmax(logits, -1).gather(-1, words[..., None])[..., 0]
    return -p.clamp(min=1e-12).log()
