# Switches torch's deterministic algorithms on and leaves them so.
# tier: contract
import torch


def attention(q, k, v):
    torch.use_deterministic_algorithms(True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
