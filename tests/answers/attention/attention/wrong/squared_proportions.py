# Squares the proportions to sharpen them and normalises again.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1) ** 2
    weights = weights / weights.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
