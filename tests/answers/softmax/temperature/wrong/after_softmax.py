# Divides the probabilities.
# tier: core
def with_temperature(logits, temperature):
    return torch.softmax(logits, -1) / temperature
