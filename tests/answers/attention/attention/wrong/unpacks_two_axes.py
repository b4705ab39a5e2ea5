# Unpacks exactly two axes, so a batch is an error.
# tier: general
import torch


def attention(q, k, v):
    nq, d = q.shape
    nk, dv = v.shape
    scores = q @ k.T / d**0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ v, scores, weights
