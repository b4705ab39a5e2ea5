# Clamps the scores to 50 before the exponential, so large ones tie.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores.clamp(-50, 50))
    weights = e / e.sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
