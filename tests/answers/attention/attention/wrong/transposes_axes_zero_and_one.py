# transpose(0, 1) is the key's transpose only without a batch.
# tier: general
import torch


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(0, 1)) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), scores, weights
