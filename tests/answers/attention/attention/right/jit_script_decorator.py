# The decorator torch.jit.script on the function itself.
import math

import torch


@torch.jit.script
def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor):
    scores = torch.matmul(q, k.transpose(-2, -1)) / math.sqrt(q.size(-1))
    weights = torch.softmax(scores, dim=-1)
    return torch.matmul(weights, v), scores, weights
