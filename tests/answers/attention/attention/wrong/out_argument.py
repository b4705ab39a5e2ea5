# matmul into a prepared buffer with out=: an error as soon as gradients are wanted.
# tier: contract
import torch


def attention(q, k, v):
    buffer = torch.empty(*q.shape[:-1], k.shape[-2], dtype=q.dtype)
    scores = torch.matmul(q, k.transpose(-2, -1), out=buffer) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
