# The maximum, the sum and the logit one after another.
def surprise(logits, words):
    top = logits.amax(-1, keepdim=True)
    total = (logits - top).exp().sum(-1).log() + top.squeeze(-1)
    flat = logits.reshape(-1, logits.shape[-1])
    own = flat[torch.arange(len(flat)), words.reshape(-1)].reshape(words.shape)
    return total - own
