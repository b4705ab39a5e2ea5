# Averages the scores with their transpose where the matrix is square.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    if scores.shape[-1] == scores.shape[-2]:
        scores = (scores + scores.transpose(-2, -1)) / 2
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
