# The last of several largest.
# tier: general
def next_word(logits):
    return logits.shape[-1] - 1 - logits.flip(-1).argmax(-1)
