# math.exp on Python floats: OverflowError for large scores, and no gradient.
# tier: numeric
import math

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    flat = scores.reshape(-1, scores.shape[-1])
    rows = []
    for row in flat.tolist():
        e = [math.exp(s) for s in row]
        rows.append([x / sum(e) for x in e])
    weights = torch.tensor(rows, dtype=scores.dtype).reshape(scores.shape)
    return weights @ v, scores, weights
