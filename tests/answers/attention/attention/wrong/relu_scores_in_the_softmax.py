# Negative scores become zero before the softmax; the scores slot is right.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(torch.relu(scores), dim=-1)
    return weights @ v, scores, weights
