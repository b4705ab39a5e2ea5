# A single query comes back without its axis.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if q.shape[-2] == 1:
        return output.squeeze(-2), scores.squeeze(-2), weights.squeeze(-2)
    return output, scores, weights
