# Returns scaled scores, but takes the softmax of the plain dot products.
# tier: core
import torch


def attention(q, k, v):
    dots = q @ k.transpose(-2, -1)
    weights = torch.softmax(dots, dim=-1)
    return weights @ v, dots / q.shape[-1] ** 0.5, weights
