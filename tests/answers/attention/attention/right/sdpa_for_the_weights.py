# torch's own attention with the unit matrix as values gives the weights.
import math

import torch
from torch.nn.functional import scaled_dot_product_attention as sdpa


def attention(q, k, v):
    n = k.shape[-2]
    unit = torch.eye(n, dtype=q.dtype).expand(*k.shape[:-2], n, n)
    weights = sdpa(q, k, unit)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    return weights @ v, scores, weights
