# The variable scores was overwritten by the proportions.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    scores = torch.softmax(scores, dim=-1)
    return scores @ v, scores, scores
