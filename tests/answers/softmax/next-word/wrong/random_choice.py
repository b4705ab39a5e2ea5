# Draws a word.
# tier: core
def next_word(logits):
    p = torch.softmax(logits, -1).reshape(-1, logits.shape[-1])
    return torch.multinomial(p, 1).reshape(logits.shape[:-1])
