# Answers for the last position only.
# tier: core
import torch


def attention(q, k, v):
    query = q[..., -1:, :]
    scores = query @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
