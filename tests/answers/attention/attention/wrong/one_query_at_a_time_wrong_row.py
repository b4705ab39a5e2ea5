# A loop that always uses the first query.
# tier: core
import torch


def attention(q, k, v):
    rows = []
    for i in range(q.shape[-2]):
        rows.append((k @ q[..., 0, :].unsqueeze(-1)).squeeze(-1) / q.shape[-1] ** 0.5)
    scores = torch.stack(rows, dim=-2)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
