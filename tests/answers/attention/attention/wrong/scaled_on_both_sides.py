# Divides queries and keys both by the whole square root.
# tier: core
import torch


def attention(q, k, v):
    root = q.shape[-1] ** 0.5
    scores = (q / root) @ (k / root).transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
