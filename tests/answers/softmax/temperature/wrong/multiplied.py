# Multiplies by the temperature.
# tier: core
def with_temperature(logits, temperature):
    return torch.softmax(logits * temperature, -1)
