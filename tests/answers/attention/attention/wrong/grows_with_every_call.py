# A global counter finds its way into the scale.
# tier: contract
import torch

calls = 0


def attention(q, k, v):
    global calls
    calls += 1
    scores = q @ k.transpose(-2, -1) / (q.shape[-1] + calls - 1) ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
