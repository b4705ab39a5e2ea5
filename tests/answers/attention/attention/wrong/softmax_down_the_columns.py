# Softmax over the queries (dim=-2): columns sum to 1, rows do not.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-2)
    return weights @ v, scores, weights
