# No gradient reaches the keys.
# tier: contract
import torch


def attention(q, k, v):
    with torch.no_grad():
        kt = k.transpose(-2, -1).contiguous()
    scores = q @ kt / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
