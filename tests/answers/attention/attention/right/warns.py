# Raises a UserWarning on every call.
import warnings

import torch


def attention(q, k, v):
    warnings.warn("no mask is applied, every position reads every position", stacklevel=2)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
