# Probabilities go into cross entropy.
# tier: core
def surprise(logits, words):
    table = torch.softmax(logits, -1).reshape(-1, logits.shape[-1])
    loss = torch.nn.functional.cross_entropy(table, words.reshape(-1), reduction="none")
    return loss.reshape(words.shape)
