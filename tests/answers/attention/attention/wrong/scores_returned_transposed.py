# The proportions are right, the returned scores are [keys, queries].
# tier: core
import torch


def attention(q, k, v):
    dots = k @ q.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(dots.transpose(-2, -1), dim=-1)
    return weights @ v, dots, weights
