# Divides the caller's logits.
# tier: contract
def with_temperature(logits, temperature):
    with torch.no_grad():
        logits /= temperature
    return torch.softmax(logits, -1)
