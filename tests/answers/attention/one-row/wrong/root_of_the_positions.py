# len(k) for the width: divides by the square root of the number of positions.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query / len(k) ** 0.5
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
