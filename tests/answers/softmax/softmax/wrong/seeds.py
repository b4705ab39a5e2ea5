# Seeds torch's generator for no reason.
# tier: contract
def softmax(logits):
    torch.manual_seed(0)
    return torch.softmax(logits, -1)
