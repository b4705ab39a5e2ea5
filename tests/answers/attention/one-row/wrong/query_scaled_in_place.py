# Divides the caller's query in place.
# tier: contract
import torch


def one_row(query, k, v):
    query /= query.shape[0] ** 0.5
    scores = k @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
