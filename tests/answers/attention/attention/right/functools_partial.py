# functools.partial fixes the scaling flag of a more general function.
import functools
import math

import torch


def general_attention(q, k, v, scaled):
    scores = q @ k.transpose(-1, -2)
    if scaled:
        scores = scores / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights


attention = functools.partial(general_attention, scaled=True)
