# Forgets keepdim, so row j's sum divides column j.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores)
    weights = e / e.sum(dim=-1)
    return weights @ v, scores, weights
