# Moves everything to a GPU.
# tier: contract
import torch


def attention(q, k, v):
    q, k, v = q.cuda(), k.cuda(), v.cuda()
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
