# Every row is divided by the first row's sum of exponentials.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    e = torch.exp(scores)
    weights = e / e[..., :1, :].sum(dim=-1, keepdim=True)
    return weights @ v, scores, weights
