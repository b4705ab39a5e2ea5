# Layer norm over the output's width.
# tier: core
import torch
import torch.nn.functional as F


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = F.layer_norm(weights @ v, v.shape[-1:])
    return output, scores, weights
