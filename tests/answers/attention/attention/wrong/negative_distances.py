# Minus the distance between query and key as the score.
# tier: core
import torch


def attention(q, k, v):
    scores = -torch.cdist(q, k) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
