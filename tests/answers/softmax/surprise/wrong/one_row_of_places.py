# A single place and a table of places are too much.
# tier: general
def surprise(logits, words):
    return -torch.log_softmax(logits, -1)[torch.arange(len(words)), words]
