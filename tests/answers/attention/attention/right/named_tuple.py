# Returns a collections.namedtuple.
from collections import namedtuple

import torch

Attended = namedtuple("Attended", "output scores weights")


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-1, -2)) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return Attended(output=weights @ v, scores=scores, weights=weights)
