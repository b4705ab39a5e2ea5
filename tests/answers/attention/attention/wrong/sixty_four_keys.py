# Reads sixty-four keys and no more.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores[..., :64], dim=-1)
    missing = scores.shape[-1] - weights.shape[-1]
    weights = torch.nn.functional.pad(weights, (0, missing))
    return weights @ v, scores, weights
