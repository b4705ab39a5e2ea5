# torch's own softmax of the divided logits.
def with_temperature(logits, temperature):
    return torch.softmax(logits / temperature, -1)
