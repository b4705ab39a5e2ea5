# Reshapes the keys to [d, nk] where it should transpose them.
# tier: core
import torch


def attention(q, k, v):
    kt = k.reshape(*k.shape[:-2], k.shape[-1], k.shape[-2])
    scores = q @ kt / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
