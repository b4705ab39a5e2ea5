# Weighs the values with the scores.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=0)
    return scores @ v, scores, weights
