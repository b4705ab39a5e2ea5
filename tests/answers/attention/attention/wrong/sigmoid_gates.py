# A sigmoid a score, each entry by itself.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.sigmoid(scores)
    return weights @ v, scores, weights
