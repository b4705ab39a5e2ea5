# An object with three attributes.
# tier: contract
from types import SimpleNamespace

import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return SimpleNamespace(output=weights @ v, scores=scores, weights=weights)
