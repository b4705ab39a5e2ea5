# Switches on that denormal numbers are flushed.
# tier: contract
import torch


def attention(q, k, v):
    torch.set_flush_denormal(True)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
