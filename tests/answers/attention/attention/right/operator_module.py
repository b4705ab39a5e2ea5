# operator.matmul and operator.truediv in place of the symbols.
import operator

import torch


def attention(q, k, v):
    scores = operator.truediv(operator.matmul(q, k.mT), q.shape[-1] ** 0.5)
    weights = torch.nn.functional.softmax(scores, dim=-1)
    return operator.matmul(weights, v), scores, weights
