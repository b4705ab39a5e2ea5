# Softmax among the two best keys of each row, zero for the others.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    keep = min(2, scores.shape[-1])
    edge = scores.topk(keep, dim=-1).values[..., -1:]
    weights = scores.masked_fill(scores < edge, -torch.inf).softmax(-1)
    weights = weights * 1.0
    return weights @ v, scores, weights
