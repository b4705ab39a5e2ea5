# Multiplies q and k entry by entry and never sums.
# tier: core
import torch


def attention(q, k, v):
    scores = q * k / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights * v, scores, weights
