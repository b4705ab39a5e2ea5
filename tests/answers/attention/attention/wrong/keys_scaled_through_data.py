# Scales the caller's keys through .data, past autograd's guard.
# tier: contract
import torch


def attention(q, k, v):
    k.data.mul_(k.shape[-1] ** -0.5)
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
