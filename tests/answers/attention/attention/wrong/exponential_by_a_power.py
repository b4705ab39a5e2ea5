# (1 + x/1024)**1024 in place of the exponential.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    shifted = scores - scores.amax(dim=-1, keepdim=True)
    e = (1 + shifted / 1024) ** 1024
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
