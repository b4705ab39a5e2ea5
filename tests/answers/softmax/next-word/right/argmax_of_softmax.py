# The largest probability, which is that of the largest logit.
def next_word(logits):
    return torch.softmax(logits, -1).argmax(-1)
