# Merges the batch into the positions, so examples read one another.
# tier: general
import torch


def attention(q, k, v):
    qf, kf, vf = (t.reshape(-1, t.shape[-1]) for t in (q, k, v))
    scores = qf @ kf.T / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ vf, scores, weights
