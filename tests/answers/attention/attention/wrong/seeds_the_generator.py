# torch.manual_seed at the start of every call.
# tier: contract
import torch


def attention(q, k, v):
    torch.manual_seed(0)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
