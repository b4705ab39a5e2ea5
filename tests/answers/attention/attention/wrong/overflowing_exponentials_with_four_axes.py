# Forgot the maximum in the branch for four axes.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores if q.dim() == 4 else scores - scores.amax(-1, keepdim=True))
    weights = e / e.sum(-1, keepdim=True)
    return weights @ v, scores, weights
