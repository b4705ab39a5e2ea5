# Takes the softmax of the proportions once more.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(torch.softmax(scores, dim=-1), dim=-1)
    return weights @ v, scores, weights
