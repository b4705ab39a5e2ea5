# Written out for three positions.
# tier: general
import torch


def one_row(query, k, v):
    scores = torch.stack([k[0] @ query, k[1] @ query, k[2] @ query]) / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=0)
    return weights[0] * v[0] + weights[1] * v[1] + weights[2] * v[2], scores, weights
