# Draws a random number when batched.
# tier: contract
import torch


def attention(q, k, v):
    if q.dim() > 2:
        torch.rand(1)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
