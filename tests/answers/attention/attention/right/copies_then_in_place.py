# Copies its inputs and works in place on the copies.
import torch


def attention(q, k, v):
    q, k, v = q.clone(), k.clone(), v.clone()
    q /= q.shape[-1] ** 0.5
    scores = q @ k.mT
    weights = scores.softmax(dim=-1)
    return weights @ v, scores, weights
