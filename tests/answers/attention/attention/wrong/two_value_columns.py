# Mixes the first two value columns and forgets the others.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    first = (weights * v[..., None, :, 0]).sum(-1)
    second = (weights * v[..., None, :, 1]).sum(-1)
    return torch.stack([first, second], dim=-1), scores, weights
