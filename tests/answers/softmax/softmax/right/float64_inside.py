# Works in float64 and gives back the dtype that came in.
def softmax(logits):
    z = logits.to(torch.float64)
    e = torch.exp(z - z.amax(-1, keepdim=True))
    return (e / e.sum(-1, keepdim=True)).to(logits.dtype)
