# A match statement on the number of axes.
import torch


def attention(q, k, v):
    d = q.shape[-1]
    match q.ndim:
        case 2:
            scores = torch.mm(q, k.t()) / d**0.5
        case 3:
            scores = torch.bmm(q, k.transpose(1, 2)) / d**0.5
        case _:
            scores = torch.matmul(q, k.transpose(-1, -2)) / d**0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), scores, weights
