# A query of zeros gets proportions of zero instead of the plain average.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    awake = (q.abs().sum(-1, keepdim=True) > 0).to(weights.dtype)
    weights = weights * awake
    return weights @ v, scores, weights
