# Averages the proportions over the batch.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if weights.dim() > 2:
        weights = weights.mean(dim=0, keepdim=True).expand_as(weights)
    return weights @ v, scores, weights
