# Powers of the exponentials, which overflow when it is cold.
# tier: numeric
def with_temperature(logits, temperature):
    e = torch.exp(logits) ** (1 / temperature)
    return e / e.sum(-1, keepdim=True)
