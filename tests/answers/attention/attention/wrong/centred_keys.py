# Takes the mean key off; the proportions stay right, the scores do not.
# tier: core
import torch


def attention(q, k, v):
    k = k - k.mean(dim=-2, keepdim=True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
