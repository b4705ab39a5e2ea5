# No gradient when an axis has length one.
# tier: contract
import torch


def attention(q, k, v):
    if 1 in q.shape:
        q, k, v = q.detach(), k.detach(), v.detach()
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
