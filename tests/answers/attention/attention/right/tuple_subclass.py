# The name is a class: a tuple that computes itself in __new__.
import torch


class attention(tuple):
    def __new__(cls, q, k, v):
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=-1)
        return super().__new__(cls, (weights @ v, scores, weights))
