# The results are always float64.
# tier: contract
import torch


def one_row(query, k, v):
    query, k, v = query.double(), k.double(), v.double()
    scores = k @ query / len(query) ** 0.5
    weights = torch.softmax(scores, dim=0)
    output = weights @ v
    return output, scores, weights
