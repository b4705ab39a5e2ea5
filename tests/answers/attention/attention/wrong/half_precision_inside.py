# Computes in float16 and converts back.
# tier: numeric
import torch


def attention(q, k, v):
    a, b, c = q.half(), k.half(), v.half()
    scores = a @ b.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ c
    return output.to(q.dtype), scores.to(q.dtype), weights.to(q.dtype)
