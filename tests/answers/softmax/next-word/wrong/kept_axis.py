# An axis of length 1 stays.
# tier: contract
def next_word(logits):
    return logits.argmax(-1, keepdim=True)
