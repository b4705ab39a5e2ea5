# Divides by the square root of 2 whatever the width is.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / 2**0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
