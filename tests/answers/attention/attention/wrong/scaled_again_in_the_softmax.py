# The returned scores are right, the softmax divides them a second time.
# tier: core
import torch


def attention(q, k, v):
    root = q.shape[-1] ** 0.5
    scores = q @ k.transpose(-2, -1) / root
    weights = torch.softmax(scores / root, dim=-1)
    return weights @ v, scores, weights
