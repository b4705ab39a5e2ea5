# Divides its own dot products in place.
import math

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1)
    scores /= math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
