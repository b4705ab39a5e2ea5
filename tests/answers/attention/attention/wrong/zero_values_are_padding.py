# Rows of zeros in v are taken for padding and not read.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    padding = (v == 0).all(-1).unsqueeze(-2)
    weights = torch.softmax(scores.masked_fill(padding, -1e9), dim=-1)
    return weights @ v, scores, weights
