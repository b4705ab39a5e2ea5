# Folds the batch axes and forgets to unfold them.
# tier: general
import torch


def attention(q, k, v):
    if q.dim() > 3:
        q, k, v = (t.flatten(0, -3) for t in (q, k, v))
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
