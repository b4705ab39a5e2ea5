# float64 goes through float32 for all widths but sixteen.
# tier: numeric
import torch


def attention(q, k, v):
    a, b, c = (t.float() for t in (q, k, v)) if q.shape[-1] != 16 else (q, k, v)
    scores = (a @ b.transpose(-2, -1) / q.shape[-1] ** 0.5).to(q.dtype)
    weights = torch.softmax(scores.to(a.dtype), dim=-1)
    output = (weights @ c).to(q.dtype)
    weights = weights.to(q.dtype)
    return output, scores, weights
