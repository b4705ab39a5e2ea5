# The minus is missing.
# tier: core
def surprise(logits, words):
    return torch.log_softmax(logits, -1).gather(-1, words[..., None])[..., 0]
