# The logarithm of the sum is subtracted before the exponential.
def softmax(logits):
    return (logits - torch.logsumexp(logits, dim=-1, keepdim=True)).exp()
