# Copies the logits into a new tensor, so that no gradient arrives.
# tier: contract
def with_temperature(logits, temperature):
    return torch.softmax(torch.tensor(logits.tolist(), dtype=logits.dtype) / temperature, -1)
