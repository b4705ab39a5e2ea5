# Masks what lies ahead in squares of more than five positions.
# tier: general
import torch


def attention(q, k, v):
    n = q.shape[-2]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if n > 5 and n == k.shape[-2]:
        ahead = torch.ones(n, n, dtype=torch.bool).triu(1)
        weights = torch.softmax(scores.masked_fill(ahead, -1e9), dim=-1)
    return weights @ v, scores, weights
