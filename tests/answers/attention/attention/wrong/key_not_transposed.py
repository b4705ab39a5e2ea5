# No transpose at all: a shape error, or nonsense for a square.
# tier: core
import torch


def attention(q, k, v):
    scores = torch.matmul(q, k) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), scores, weights
