# The parameters are taken in the order v, k, q.
# tier: contract
import torch


def attention(v, k, q):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
