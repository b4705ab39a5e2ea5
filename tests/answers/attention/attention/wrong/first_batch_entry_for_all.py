# All batch entries read the first entry's values.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    while v.dim() > 2:
        v = v[0]
    return weights @ v, scores, weights
