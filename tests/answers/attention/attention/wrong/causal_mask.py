# Forbids later positions, which is the next lesson.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1)
    scores = scores.masked_fill(later, float("-inf"))
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
