# The shorter way of the lesson.
def surprise(logits, words):
    return logits.logsumexp(-1) - logits.gather(-1, words[..., None])[..., 0]
