# The two-axis formula lifted over the batch axes with torch.func.vmap.
import torch
from torch.func import vmap


def matrix_attention(q, k, v):
    scores = q @ k.T / q.shape[1] ** 0.5
    weights = torch.softmax(scores, dim=1)
    return weights @ v, scores, weights


def attention(q, k, v):
    lifted = matrix_attention
    for _ in q.shape[:-2]:
        lifted = vmap(lifted)
    return lifted(q, k, v)
