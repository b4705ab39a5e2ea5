# Exponentials that nobody divides by their sum.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.exp(scores)
    return weights @ v, scores, weights
