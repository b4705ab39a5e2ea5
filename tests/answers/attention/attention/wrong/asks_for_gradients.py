# Switches requires_grad on for its inputs.
# tier: contract
import torch


def attention(q, k, v):
    for t in (q, k, v):
        t.requires_grad_(True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
