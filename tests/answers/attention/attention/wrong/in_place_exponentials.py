# Normalises the exponentials in place, which breaks their backward.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.exp(scores - scores.amax(-1, keepdim=True))
    weights /= weights.sum(-1, keepdim=True)
    return weights @ v, scores, weights
