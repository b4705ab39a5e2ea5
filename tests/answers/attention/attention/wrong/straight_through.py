# Right values, but the gradient goes straight through the softmax.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    weights = scores + (weights - scores).detach()
    return weights @ v, scores, weights
