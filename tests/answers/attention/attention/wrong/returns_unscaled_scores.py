# Uses scaled scores, but returns the plain dot products in their place.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores / q.shape[-1] ** 0.5, dim=-1)
    return weights @ v, scores, weights
