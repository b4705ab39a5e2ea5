# Computes the softmax in numpy and comes back.
# tier: contract
import numpy as np
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    s = scores.detach().numpy()
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    weights = torch.from_numpy(e / e.sum(axis=-1, keepdims=True))
    return weights @ v, scores, weights
