# Keeps the proportions in bfloat16 for a moment.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1).bfloat16().to(q.dtype)
    return weights @ v, scores, weights
