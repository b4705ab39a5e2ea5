# No division by the square root of the width.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
