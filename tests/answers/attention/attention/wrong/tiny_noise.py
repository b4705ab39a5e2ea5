# Adds a little noise against ties.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    scores = scores + 1e-3 * torch.randn_like(scores)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
