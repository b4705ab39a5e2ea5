# A batch of one comes back without its batch axis.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if q.dim() > 2 and q.shape[0] == 1:
        output, scores, weights = output[0], scores[0], weights[0]
    return output, scores, weights
