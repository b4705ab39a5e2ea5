# Converts everything to float32, so float64 comes back as float32.
# tier: numeric
import torch


def attention(q, k, v):
    q, k, v = q.float(), k.float(), v.float()
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
