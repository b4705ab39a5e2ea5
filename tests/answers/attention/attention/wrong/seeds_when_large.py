# Seeds the generator when numbers are large.
# tier: contract
import torch


def attention(q, k, v):
    if q.abs().max() > 100:
        torch.manual_seed(0)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
