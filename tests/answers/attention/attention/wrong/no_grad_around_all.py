# torch.no_grad over the whole function.
# tier: contract
import torch


@torch.no_grad()
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
