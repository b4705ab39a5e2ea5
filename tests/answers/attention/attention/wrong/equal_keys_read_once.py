# Of keys that are equal only the first is read.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    same = (k.unsqueeze(-2) == k.unsqueeze(-3)).all(-1)
    again = same.tril(-1).any(-1).unsqueeze(-2)
    weights = torch.softmax(scores.masked_fill(again, -1e9), dim=-1)
    return weights @ v, scores, weights
