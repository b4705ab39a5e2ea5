# Divides by each query's own length.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / (q.norm(dim=-1, keepdim=True) + 1e-9)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
