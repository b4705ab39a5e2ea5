# Near positions get a bonus by their distance.
# tier: core
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    i = torch.arange(q.shape[-2])[:, None]
    j = torch.arange(k.shape[-2])[None, :]
    weights = torch.softmax(scores - 0.1 * (i - j).abs(), dim=-1)
    return weights @ v, scores, weights
