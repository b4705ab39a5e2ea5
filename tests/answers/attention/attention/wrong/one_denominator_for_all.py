# Softmax over all entries: the whole matrix sums to 1.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.max())
    weights = e / e.sum()
    return weights @ v, scores, weights
