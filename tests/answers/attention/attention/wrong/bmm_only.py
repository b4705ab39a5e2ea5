# torch.bmm throughout: three axes only.
# tier: general
import torch


def attention(q, k, v):
    scores = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.bmm(weights, v), scores, weights
