# The maximum goes before the division.
def with_temperature(logits, temperature):
    e = ((logits - logits.amax(-1, keepdim=True)) / temperature).exp()
    return e / e.sum(-1, keepdim=True)
