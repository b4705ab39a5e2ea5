# Insists that q, k and v have one and the same shape.
# tier: general
import torch


def attention(q, k, v):
    assert q.shape == k.shape == v.shape, "q, k and v must have the same shape"
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
