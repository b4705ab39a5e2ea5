# Dropout argument, 0.0 by default, applied only when asked for.
import torch


def attention(q, k, v, *, dropout=0.0, scale=None):
    if scale is None:
        scale = q.shape[-1] ** -0.5
    scores = q @ k.transpose(-2, -1) * scale
    weights = torch.softmax(scores, dim=-1)
    if dropout > 0:
        weights = torch.nn.functional.dropout(weights, dropout)
    return weights @ v, scores, weights
