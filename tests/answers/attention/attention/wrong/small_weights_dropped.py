# Proportions below one per cent are set to zero.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = torch.where(weights < 0.01, torch.zeros_like(weights), weights)
    return weights @ v, scores, weights
