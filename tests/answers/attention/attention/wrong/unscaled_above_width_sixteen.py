# Widths above sixteen are not scaled.
# tier: general
import torch


def attention(q, k, v):
    root = q.shape[-1] ** 0.5 if q.shape[-1] <= 16 else 1.0
    scores = q @ k.transpose(-2, -1) / root
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
