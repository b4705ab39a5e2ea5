# Divides by the square root of the number of keys.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    scores = scores / scores.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
