# The logarithms first, then their exponentials.
def softmax(logits):
    return logits.log_softmax(-1).exp()
