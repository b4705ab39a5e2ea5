# Calls a helper that this notebook does not have.
# tier: core
import torch


def attention(q, k, v):
    scores = scaled_scores(q, k)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
