# Right numbers as complex tensors.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return tuple(t.to(torch.complex64) for t in (weights @ v, scores, weights))
