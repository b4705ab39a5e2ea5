# Sets the default dtype to float64 and leaves it so.
# tier: contract
import torch


def attention(q, k, v):
    torch.set_default_dtype(torch.float64)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
