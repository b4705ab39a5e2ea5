# torch.mm throughout: two axes only.
# tier: general
import torch


def attention(q, k, v):
    scores = torch.mm(q, k.t()) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.mm(weights, v), scores, weights
