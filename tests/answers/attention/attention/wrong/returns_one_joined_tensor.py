# The three results joined to one tensor along the last axis.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.cat([weights @ v, scores, weights], dim=-1)
