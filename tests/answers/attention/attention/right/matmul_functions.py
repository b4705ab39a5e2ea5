# torch.matmul, torch.div and torch.softmax spelled out.
import math

import torch


def attention(q, k, v):
    key_columns = torch.transpose(k, -1, -2)
    dots = torch.matmul(q, key_columns)
    scores = torch.div(dots, math.sqrt(k.size(-1)))
    weights = torch.softmax(scores, dim=-1)
    output = torch.matmul(weights, v)
    return output, scores, weights
