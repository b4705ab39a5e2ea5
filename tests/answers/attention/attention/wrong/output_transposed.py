# The output comes with the feature first.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = v.transpose(-2, -1) @ weights.transpose(-2, -1)
    return output, scores, weights
