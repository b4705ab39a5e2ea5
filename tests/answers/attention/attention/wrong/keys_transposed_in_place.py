# Transposes the caller's keys in place and leaves them so.
# tier: contract
import torch


def attention(q, k, v):
    k.transpose_(-2, -1)
    scores = q @ k / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
