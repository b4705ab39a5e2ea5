# Makes all scores positive first, "since proportions are positive".
# tier: core
import torch


def attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5).abs()
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
