# Switches numpy's warnings off.
# tier: contract
import numpy as np
import torch


def attention(q, k, v):
    np.seterr(all="ignore")
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
