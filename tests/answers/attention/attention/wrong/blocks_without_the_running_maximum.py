# Blocks of sixty-four keys, each with its own maximum, are added up as if it were the same.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    parts = [torch.exp(s - s.amax(-1, keepdim=True)) for s in scores.split(64, dim=-1)]
    e = torch.cat(parts, dim=-1)
    weights = e / e.sum(-1, keepdim=True)
    return weights @ v, scores, weights
