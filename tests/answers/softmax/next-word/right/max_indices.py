# The indices that max gives.
def next_word(logits):
    return logits.max(dim=-1).indices
