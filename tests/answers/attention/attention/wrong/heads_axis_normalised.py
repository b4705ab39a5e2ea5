# Softmax over axis 1, the heads, whenever there are four axes.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=1 if scores.dim() == 4 else -1)
    return weights @ v, scores, weights
