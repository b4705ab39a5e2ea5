# Returns scores that are off by one where they are large.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores + (scores.abs() > 1000), weights
