# Rounds the proportions to three decimals before they meet the values.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = (weights * 1000).round() / 1000
    return weights @ v, scores, weights
