# Divides the keys before the dot product.
import math

import torch


def attention(query, key, value):
    key = key * (1.0 / math.sqrt(key.shape[-1]))
    scores = torch.matmul(query, key.transpose(-2, -1))
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, value), scores, weights
