# Rounds the results as the lesson prints them.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    return tuple(torch.round(t, decimals=4) for t in (output, scores, weights))
