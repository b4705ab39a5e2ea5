# Writes the dot product out for two coordinates.
# tier: general
import torch


def attention(q, k, v):
    dots = q[..., :, None, 0] * k[..., None, :, 0] + q[..., :, None, 1] * k[..., None, :, 1]
    scores = dots / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
