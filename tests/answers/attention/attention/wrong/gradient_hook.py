# A hook halves the gradient of the proportions.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if weights.requires_grad:
        weights.register_hook(lambda g: g / 2)
    return weights @ v, scores, weights
