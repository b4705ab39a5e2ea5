# An off-by-one: the last key is never read.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.zeros_like(scores)
    weights[..., :-1] = torch.softmax(scores[..., :-1], dim=-1)
    return weights @ v, scores, weights
