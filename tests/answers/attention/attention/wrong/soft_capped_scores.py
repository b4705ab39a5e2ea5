# Presses the scores into -30..30 with a tanh.
# tier: numeric
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    scores = 30 * torch.tanh(scores / 30)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
