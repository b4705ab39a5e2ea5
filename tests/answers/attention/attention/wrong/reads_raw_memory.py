# as_strided with the strides of a contiguous tensor: garbage for a transposed view.
# tier: general
import torch


def attention(q, k, v):
    *_, n, d = k.shape
    strides = [1]
    for size in reversed(k.shape[1:]):
        strides.insert(0, strides[0] * size)
    k = torch.as_strided(k, k.shape, strides, k.storage_offset())
    scores = q @ k.transpose(-2, -1) / d**0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
