# movedim for the transpose, chained Tensor methods.
import torch


def attention(q, k, v):
    scores = q.matmul(k.movedim(-1, -2)).div(q.size(-1) ** 0.5)
    weights = scores.sub(scores.amax(-1, True)).exp()
    weights = weights.div(weights.sum(-1, True))
    return weights.matmul(v), scores, weights
