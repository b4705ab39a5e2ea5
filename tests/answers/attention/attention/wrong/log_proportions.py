# Returns and uses the logarithms of the proportions.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.log_softmax(scores, dim=-1)
    return weights @ v, scores, weights
