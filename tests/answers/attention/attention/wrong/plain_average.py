# Every key gets the same share: the average that attention should replace.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.ones_like(scores) / scores.shape[-1]
    return weights @ v, scores, weights
