# Divides the exponentials by the row's largest, not by the row's sum.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores - scores.amax(-1, keepdim=True))
    weights = e / e.amax(-1, keepdim=True)
    return weights @ v, scores, weights
