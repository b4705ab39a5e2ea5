# Softplus in place of the exponential, then normalised.
# tier: core
import torch
import torch.nn.functional as F


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    s = F.softplus(scores)
    weights = s / s.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
