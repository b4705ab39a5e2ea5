# Takes a score of exactly zero for padding and hides it.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    hidden = scores.masked_fill(scores == 0, -1e4)
    weights = torch.softmax(hidden, dim=-1)
    return weights @ v, scores, weights
