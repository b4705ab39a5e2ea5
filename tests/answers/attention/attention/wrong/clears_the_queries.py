# Zeroes the queries after use "to save memory".
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    with torch.no_grad():
        q.zero_()
    return output, scores, weights
