# Bits in the place of natural units.
# tier: core
def surprise(logits, words):
    return -torch.softmax(logits, -1).gather(-1, words[..., None])[..., 0].log2()
