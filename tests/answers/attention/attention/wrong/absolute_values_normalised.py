# Absolute scores divided by their row sum.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = scores.abs() / scores.abs().sum(dim=-1, keepdim=True).clamp(min=1e-9)
    return weights @ v, scores, weights
