# A table of 16 positions cuts longer inputs short.
# tier: general
import torch

CONTEXT = 16


def attention(q, k, v):
    k, v = k[..., :CONTEXT, :], v[..., :CONTEXT, :]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
