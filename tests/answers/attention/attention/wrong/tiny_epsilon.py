# Adds 1e-10 to the denominator.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    weights = e / (e.sum(-1, keepdim=True) + 1e-10)
    return weights @ v, scores, weights
