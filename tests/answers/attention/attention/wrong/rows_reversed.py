# Builds the output rows from the end to the start.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return (weights @ v).flip(-2), scores, weights
