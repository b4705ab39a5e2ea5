# item() in the weighted sum: no gradient for the query.
# tier: contract
import torch


def one_row(query, k, v):
    scores = k @ query / query.shape[0] ** 0.5
    weights = torch.softmax(scores, dim=0)
    output = 0
    for j in range(len(v)):
        output = output + weights[j].item() * v[j]
    return output, scores, weights
