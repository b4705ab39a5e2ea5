# A batch comes out in float64.
# tier: contract
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if q.dim() > 2:
        output, scores, weights = output.double(), scores.double(), weights.double()
    return output, scores, weights
