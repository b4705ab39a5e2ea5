# One buffer for all float64 results of a shape.
# tier: contract
import torch

buffers = {}


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if q.dtype == torch.float64 and not q.requires_grad:
        buffer = buffers.setdefault(output.shape, torch.empty_like(output))
        output = buffer.copy_(output)
    return output, scores, weights
