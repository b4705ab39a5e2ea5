# A temperature of 0.5 was left in from playing around.
# tier: core
import torch

TEMPERATURE = 0.5


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores / TEMPERATURE, dim=-1)
    return weights @ v, scores, weights
