# Results with an axis of size 1 in front.
# tier: core
import torch


def one_row(query, k, v):
    scores = query[None] @ k.T / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
