# Subtracts the maximum from the caller's tensor.
# tier: contract
def softmax(logits):
    with torch.no_grad():
        logits -= logits.amax(-1, keepdim=True)
    e = logits.exp()
    return e / e.sum(-1, keepdim=True)
