# detach_() on the caller's tensors.
# tier: contract
import torch


def attention(q, k, v):
    for t in (q, k, v):
        t.detach_()
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
