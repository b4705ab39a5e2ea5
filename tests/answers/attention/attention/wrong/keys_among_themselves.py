# Scores the keys against the keys; the queries are never read.
# tier: core
import torch


def attention(q, k, v):
    scores = k @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
