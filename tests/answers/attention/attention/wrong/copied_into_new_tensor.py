# Rebuilds the proportions with torch.tensor, which forgets the graph.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.tensor(torch.softmax(scores, dim=-1).tolist(), dtype=q.dtype)
    return weights @ v, scores, weights
