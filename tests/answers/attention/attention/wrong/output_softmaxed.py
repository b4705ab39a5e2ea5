# A softmax over the finished output, as if it were character probabilities.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.softmax(weights @ v, dim=-1)
    return output, scores, weights
