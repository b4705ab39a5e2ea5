# float64 in, float64 out, but the work is done in float32.
# tier: numeric
import torch


def attention(q, k, v):
    a, b, c = q.float(), k.float(), v.float()
    scores = a @ b.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ c
    return output.type_as(q), scores.type_as(q), weights.type_as(q)
