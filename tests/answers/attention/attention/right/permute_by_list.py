# Builds the axes for permute as a list.
import torch


def attention(q, k, v):
    axes = list(range(k.dim()))
    axes[-1], axes[-2] = axes[-2], axes[-1]
    scores = torch.matmul(q, k.permute(axes)) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=scores.dim() - 1)
    return torch.matmul(weights, v), scores, weights
