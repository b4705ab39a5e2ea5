# Divides by the width.
# tier: core
import torch


def one_row(query, k, v):
    scores = k @ query / query.shape[0]
    weights = torch.softmax(scores, dim=0)
    return weights @ v, scores, weights
