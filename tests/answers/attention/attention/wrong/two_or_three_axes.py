# Handles two axes and one batch axis, but not two of them.
# tier: general
import torch


def attention(q, k, v):
    if q.dim() == 2:
        o, s, w = attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0))
        return o[0], s[0], w[0]
    scores = torch.einsum("bid,bjd->bij", q, k) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return torch.einsum("bij,bjf->bif", weights, v), scores, weights
