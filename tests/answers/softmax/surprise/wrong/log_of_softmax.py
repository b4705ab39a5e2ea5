# The logarithm of a probability that is 0.
# tier: numeric
def surprise(logits, words):
    return -torch.softmax(logits, -1).gather(-1, words[..., None])[..., 0].log()
