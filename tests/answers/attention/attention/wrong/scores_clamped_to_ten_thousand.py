# Clamps the scores to 10000 inside the softmax.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores.clamp(-10000, 10000), dim=-1)
    return weights @ v, scores, weights
