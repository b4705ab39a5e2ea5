# No gradient reaches the queries.
# tier: contract
import torch


def attention(q, k, v):
    scores = q.detach() @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
