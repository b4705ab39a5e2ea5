# All the weight on the best key.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.nn.functional.one_hot(scores.argmax(-1), k.shape[-2]).to(v.dtype)
    return weights @ v, scores, weights
