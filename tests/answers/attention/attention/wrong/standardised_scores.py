# Brings every row of scores to mean 0 and variance 1.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    scores = (scores - scores.mean(-1, keepdim=True)) / (scores.std(-1, keepdim=True) + 1e-5)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
