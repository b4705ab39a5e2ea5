# Writes d ** 1 / 2, which is half the width.
# tier: general
import torch


def attention(q, k, v):
    d = q.shape[-1]
    scores = q @ k.transpose(-2, -1) / (d ** 1 / 2)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
