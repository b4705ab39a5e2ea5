# yield for return: the results come one by one.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    yield weights @ v
    yield scores
    yield weights
