# The plain dot products: no division by the square root of the width.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
