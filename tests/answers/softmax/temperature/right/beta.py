# Multiplies by one over the temperature.
def with_temperature(logits, temperature):
    beta = 1.0 / temperature
    return (beta * logits).softmax(dim=-1)
