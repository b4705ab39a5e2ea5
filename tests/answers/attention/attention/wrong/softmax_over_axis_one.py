# Softmax over axis 1: the keys for two axes, the queries in a batch.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ v, scores, weights
