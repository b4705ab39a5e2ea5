# Asserts its own shapes on the way.
import torch


def attention(q, k, v):
    *batch, nq, d = q.shape
    nk, dv = v.shape[-2:]
    assert k.shape == (*batch, nk, d), "k does not fit"
    scores = q @ k.transpose(-2, -1) / d**0.5
    assert scores.shape == (*batch, nq, nk)
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    assert output.shape == (*batch, nq, dv)
    return output, scores, weights
