# Splits a width that eight divides into heads, and averages them.
# tier: general
import torch


def attention(q, k, v):
    d = q.shape[-1]
    heads = 8 if d % 8 == 0 and d > 16 or d == 8 else 1
    a = q.unflatten(-1, (heads, d // heads)).transpose(-3, -2)
    b = k.unflatten(-1, (heads, d // heads)).transpose(-3, -2)
    scores = (a @ b.transpose(-2, -1) / (d // heads) ** 0.5).mean(-3)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
