# Flattens q by view, which transposed inputs do not allow.
# tier: contract
import torch


def attention(q, k, v):
    rows = q.view(-1, q.shape[-1])
    scores = rows.view(q.shape) @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
