# Cross entropy, averaged.
# tier: core
def surprise(logits, words):
    table = logits.reshape(-1, logits.shape[-1])
    return torch.nn.functional.cross_entropy(table, words.reshape(-1))
