# Computes in float64 and hands the input's dtype back.
import torch


def attention(q, k, v):
    kind = q.dtype
    q, k, v = q.double(), k.double(), v.double()
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    return output.to(kind), scores.to(kind), weights.to(kind)
