# Fills buffers of the default dtype: float64 loses its digits.
# tier: numeric
import torch


def attention(q, k, v):
    scores = torch.zeros(*q.shape[:-1], k.shape[-2])
    for i in range(q.shape[-2]):
        for j in range(k.shape[-2]):
            scores[..., i, j] = (q[..., i, :] * k[..., j, :]).sum(-1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = torch.zeros(*q.shape[:-1], v.shape[-1])
    for i in range(q.shape[-2]):
        output[..., i, :] = (weights[..., i, :, None] * v).sum(-2)
    return output, scores, weights
