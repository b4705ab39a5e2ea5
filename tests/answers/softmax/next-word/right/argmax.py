# argmax along the last axis.
def next_word(logits):
    return torch.argmax(logits, dim=-1)
