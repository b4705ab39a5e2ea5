# Subtracts each column's maximum, which changes the proportions of a row.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(dim=-2, keepdim=True))
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
