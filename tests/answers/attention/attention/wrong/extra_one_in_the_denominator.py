# Adds 1 to every row's denominator.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores)
    weights = e / (1 + e.sum(dim=-1, keepdim=True))
    return weights @ v, scores, weights
