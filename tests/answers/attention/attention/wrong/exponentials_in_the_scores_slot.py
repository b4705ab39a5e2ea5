# Returns the exponentials as scores.
# tier: core
import torch


def attention(q, k, v):
    scores = torch.exp(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5)
    weights = scores / scores.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
