# Scales q in place when it has four axes.
# tier: contract
import torch


def attention(q, k, v):
    root = q.shape[-1] ** 0.5
    if q.dim() == 4 and not q.requires_grad:
        q.div_(root)
    else:
        q = q / root
    scores = q @ k.transpose(-2, -1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
