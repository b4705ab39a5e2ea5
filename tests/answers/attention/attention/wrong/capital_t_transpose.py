# permute over all axes in reverse, the old meaning of .T.
# tier: general
import torch


def attention(q, k, v):
    reverse = tuple(reversed(range(k.dim())))
    scores = q @ k.permute(reverse) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
