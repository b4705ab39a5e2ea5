# The square root of 2 for every width.
# tier: general
import torch


def one_row(query, k, v):
    scores = k @ query / 2**0.5
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
