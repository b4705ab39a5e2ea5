# Fills an n by n matrix: as many keys as queries or an error.
# tier: general
import torch


def attention(q, k, v):
    n = q.shape[-2]
    rows = []
    for i in range(n):
        rows.append(torch.stack([(q[..., i, :] * k[..., j, :]).sum(-1) for j in range(n)], dim=-1))
    scores = torch.stack(rows, dim=-2) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
