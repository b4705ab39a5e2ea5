# The einsum letters let the batch axis be summed over in the output.
# tier: general
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    if q.dim() == 3:
        output = torch.einsum("bij,cjf->bif", weights, v)
    else:
        output = weights @ v
    return output, scores, weights
