# The square root rounded to two decimals, as on paper.
# tier: numeric
import math

import torch


def attention(q, k, v):
    root = round(math.sqrt(q.shape[-1]), 2)
    scores = q @ k.transpose(-2, -1) / root
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
