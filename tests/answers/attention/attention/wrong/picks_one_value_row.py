# Looks up the best key's value row instead of mixing all rows.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    best = weights.argmax(-1, keepdim=True).expand(*q.shape[:-1], v.shape[-1])
    return torch.gather(v, -2, best), scores, weights
