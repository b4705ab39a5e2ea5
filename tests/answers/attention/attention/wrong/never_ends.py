# A loop whose condition never changes.
# tier: core
import torch


def attention(q, k, v):
    rows = []
    i = 0
    while i < q.shape[-2]:
        rows.append(torch.softmax(k @ q[..., i, :] / q.shape[-1] ** 0.5, dim=0))
    weights = torch.stack(rows)
    return weights @ v, weights, weights
