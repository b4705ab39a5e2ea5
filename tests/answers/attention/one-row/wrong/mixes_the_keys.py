# Weighs the keys instead of the values.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=0)
    return weights @ k, scores, weights
