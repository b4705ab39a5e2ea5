# Divides the caller's queries in place.
# tier: contract
import torch


def attention(q, k, v):
    q /= q.shape[-1] ** 0.5
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
