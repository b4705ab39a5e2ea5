# Sums exponentials times values first and divides by the denominator last.
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    total = e.sum(dim=-1, keepdim=True)
    output = (e @ v) / total
    return output, scores, e / total
