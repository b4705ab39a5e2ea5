# Takes the mean of the weighted values, not their sum.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = (weights.unsqueeze(-1) * v.unsqueeze(-3)).mean(dim=-2)
    return output, scores, weights
