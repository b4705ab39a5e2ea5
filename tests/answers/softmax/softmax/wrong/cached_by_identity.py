# Keeps results by the tensor's identity.
# tier: contract
seen = {}

def softmax(logits):
    key = (id(logits), logits.shape)
    if key not in seen:
        seen[key] = logits, torch.softmax(logits, -1)
    return seen[key][1]
