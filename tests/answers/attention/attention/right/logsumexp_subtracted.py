# exp(score - logsumexp of its row).
import math

import torch


def attention(q, k, v):
    scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.size(-1))
    log_denominator = torch.logsumexp(scores, dim=-1, keepdim=True)
    weights = torch.exp(scores - log_denominator)
    return torch.matmul(weights, v), scores, weights
