# torch.mv, with the values transposed for the second product.
import torch


def one_row(query, k, v):
    scores = torch.mv(k, query) / query.size(0) ** 0.5
    weights = torch.nn.functional.softmax(scores, dim=0)
    return torch.mv(v.t(), weights), scores, weights
