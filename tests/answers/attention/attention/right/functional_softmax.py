# F.softmax over the last axis, the scale by math.pow.
import math

import torch.nn.functional as F


def attention(q, k, v):
    scale = math.pow(q.shape[-1], -0.5)
    scores = q.matmul(k.transpose(-1, -2)).mul(scale)
    weights = F.softmax(scores, dim=-1)
    return weights.matmul(v), scores, weights
