# Softmaxes queries and keys before the dot product, never the scores.
# tier: core
import torch


def attention(q, k, v):
    scores = torch.softmax(q, -1) @ torch.softmax(k, -1).transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = scores / scores.sum(-1, keepdim=True)
    return weights @ v, scores, weights
