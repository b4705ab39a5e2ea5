# Broadcasts queries against keys and takes torch.linalg.vecdot.
import torch


def attention(q, k, v):
    dots = torch.linalg.vecdot(q[..., :, None, :], k[..., None, :, :], dim=-1)
    scores = dots / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = (weights[..., None] * v[..., None, :, :]).sum(dim=-2)
    return output, scores, weights
