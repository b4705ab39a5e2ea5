# Sorts every row of proportions before mixing.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1).sort(dim=-1, descending=True).values
    return weights @ v, scores, weights
