# squeeze() drops every axis of size 1.
# tier: general
import torch


def attention(q, k, v):
    scores = (q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5).squeeze()
    weights = torch.softmax(scores, dim=-1)
    return (weights @ v.squeeze()).squeeze(), scores, weights
