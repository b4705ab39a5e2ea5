# lru_cache over tensors, which compare by identity: a tensor changed in place gets the old result.
# tier: contract
import functools

import torch


@functools.lru_cache(maxsize=None)
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
