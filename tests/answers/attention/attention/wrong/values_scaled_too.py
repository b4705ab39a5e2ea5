# Divides the output by the square root as well.
# tier: core
import torch


def attention(q, k, v):
    root = q.shape[-1] ** 0.5
    scores = q @ k.transpose(-2, -1) / root
    weights = torch.softmax(scores, dim=-1)
    return weights @ (v / root), scores, weights
