# Rounds the square root down to a whole number.
# tier: general
import math

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / max(1, math.isqrt(q.shape[-1]))
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
