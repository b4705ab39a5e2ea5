# Writes the output over the caller's values where it fits.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if output.shape == v.shape and not v.requires_grad:
        v.copy_(output)
    return output, scores, weights
