# The right tensors, weights and scores changed over.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=0)
    return weights @ v, weights, scores
