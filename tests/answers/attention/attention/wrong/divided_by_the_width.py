# Divides by the width itself, not by its square root.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1]
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
