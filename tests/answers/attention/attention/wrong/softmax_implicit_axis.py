# F.softmax without dim: torch guesses axis 1 for two axes, 0 for three, 1 for four.
# tier: general
import torch.nn.functional as F


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = F.softmax(scores)
    return weights @ v, scores, weights
