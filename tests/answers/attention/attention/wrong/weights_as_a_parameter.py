# Wraps the proportions in nn.Parameter: a new leaf without history.
# tier: contract
import torch
from torch import nn


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = nn.Parameter(torch.softmax(scores, dim=-1))
    return weights @ v, scores, weights
