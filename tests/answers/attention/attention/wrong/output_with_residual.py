# Adds the average value row as a residual.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v + v.mean(dim=-2, keepdim=True)
    return output, scores, weights
