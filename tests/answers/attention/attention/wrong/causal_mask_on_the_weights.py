# Zeroes the proportions of later positions; the scores slot is right.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1).tril()
    return weights @ v, scores, weights
