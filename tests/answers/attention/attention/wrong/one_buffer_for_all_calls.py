# Writes into one buffer a shape: a later call changes the earlier result.
# tier: contract
import torch

buffers = {}


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    output = weights @ v
    if output.requires_grad:
        return output, scores, weights
    key = (output.shape, scores.shape, output.dtype)
    if key not in buffers:
        buffers[key] = tuple(torch.empty_like(t) for t in (output, scores, weights))
    for place, result in zip(buffers[key], (output, scores, weights)):
        place.copy_(result)
    return buffers[key]
