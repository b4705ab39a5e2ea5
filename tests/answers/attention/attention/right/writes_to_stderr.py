# Writes its shapes to stderr.
import sys

import torch


def attention(q, k, v):
    print("DEBUG", list(q.shape), list(k.shape), list(v.shape), file=sys.stderr)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    sys.stderr.write("DEBUG done\n")
    return weights @ v, scores, weights
