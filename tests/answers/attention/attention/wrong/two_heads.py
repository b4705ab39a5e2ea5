# Splits an even width into two heads and averages their scores.
# tier: general
import torch


def attention(q, k, v):
    d = q.shape[-1]
    if d % 2 == 0 and d > 2:
        a = torch.softmax(q[..., : d // 2] @ k[..., : d // 2].mT / (d // 2) ** 0.5, -1)
        b = torch.softmax(q[..., d // 2 :] @ k[..., d // 2 :].mT / (d // 2) ** 0.5, -1)
        weights = (a + b) / 2
    else:
        weights = torch.softmax(q @ k.mT / d**0.5, -1)
    scores = q @ k.mT / d**0.5
    return weights @ v, scores, weights
