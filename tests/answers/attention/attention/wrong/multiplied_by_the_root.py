# Multiplies by the square root of the width where it should divide.
# tier: core
import math

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) * math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
