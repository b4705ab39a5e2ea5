# The words are moved to the first axis and back.
def softmax(logits):
    first = logits.movedim(-1, 0)
    e = (first - first.amax(0)).exp()
    return (e / e.sum(0)).movedim(0, -1)
