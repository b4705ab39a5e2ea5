# F.dropout with its default: training mode.
# tier: contract
import torch
import torch.nn.functional as F


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = F.dropout(torch.softmax(scores, dim=-1), p=0.1)
    return weights @ v, scores, weights
