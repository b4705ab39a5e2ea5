# A minus crept in: the worst key has the largest proportion.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.nn.functional.softmin(scores, dim=-1)
    return weights @ v, scores, weights
