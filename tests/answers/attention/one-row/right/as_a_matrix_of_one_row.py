# Makes a matrix of one row and takes the row out again.
import torch


def one_row(query, k, v):
    q = query.unsqueeze(0)
    scores = q @ k.T / q.shape[1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    output = weights @ v
    return output[0], scores[0], weights[0]
