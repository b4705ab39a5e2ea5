# Needs contiguous logits.
# tier: general
def softmax(logits):
    table = logits.view(-1, logits.shape[-1])
    return torch.softmax(table, -1).view(logits.shape)
