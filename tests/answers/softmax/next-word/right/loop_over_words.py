# A loop over the words, and > so that the first of equals stays.
def next_word(logits):
    best = torch.zeros(logits.shape[:-1], dtype=torch.int64)
    top = logits[..., 0]
    for word in range(1, logits.shape[-1]):
        better = logits[..., word] > top
        best = torch.where(better, torch.tensor(word), best)
        top = torch.where(better, logits[..., word], top)
    return best
