# All rows in one table, and the shape put back.
def softmax(logits):
    shape = logits.shape
    table = logits.reshape(-1, shape[-1])
    table = table - table.max(dim=1, keepdim=True)[0]
    e = table.exp()
    return (e / e.sum(dim=1, keepdim=True)).reshape(shape)
