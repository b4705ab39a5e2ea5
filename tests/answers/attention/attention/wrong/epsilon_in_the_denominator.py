# Adds 1e-3 to the denominator against a division by zero.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    weights = e / (e.sum(dim=-1, keepdim=True) + 1e-3)
    return weights @ v, scores, weights
