# Collects the output in a tensor shaped like the queries.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.zeros_like(q)
    for c in range(q.shape[-1]):
        output[..., c] = (weights * v[..., None, :, c]).sum(-1)
    return output, scores, weights
