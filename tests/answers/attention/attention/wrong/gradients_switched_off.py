# Switches gradients off for everybody after computing.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    torch.set_grad_enabled(False)
    return output, scores, weights
