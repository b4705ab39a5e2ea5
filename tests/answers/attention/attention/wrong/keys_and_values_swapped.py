# Scores against the values, mixes the keys.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ v.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ k, scores, weights
