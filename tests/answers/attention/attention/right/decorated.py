# A decorator checks the shapes before the call.
import functools

import torch


def checks_shapes(f):
    @functools.wraps(f)
    def wrapper(q, k, v):
        if q.shape[-1] != k.shape[-1]:
            raise ValueError("queries and keys differ in width")
        if k.shape[-2] != v.shape[-2]:
            raise ValueError("a value for each key, please")
        return f(q, k, v)

    return wrapper


@checks_shapes
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
