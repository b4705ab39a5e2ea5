# No position may read itself.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    itself = torch.eye(scores.shape[-2], scores.shape[-1], dtype=torch.bool)
    weights = torch.softmax(scores.masked_fill(itself, -1e9), dim=-1)
    return weights @ v, scores, weights
