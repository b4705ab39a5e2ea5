# One sum for all rows.
# tier: core
def softmax(logits):
    e = (logits - logits.max()).exp()
    return e / e.sum()
