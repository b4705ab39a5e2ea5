# The sums lose their axis: right for one row and wrong for a table.
# tier: general
def softmax(logits):
    e = torch.exp(logits - logits.max())
    return e / e.sum(dim=-1)
