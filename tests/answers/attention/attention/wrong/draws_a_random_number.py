# Draws a number that it never uses, so that the generator moves on.
# tier: contract
import torch


def attention(q, k, v):
    unused = torch.rand(1)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
