# Gives back lists.
# tier: contract
def next_word(logits):
    return logits.argmax(-1).tolist()
