# Three nested loops over flattened batches: one dot product a turn.
import math

import torch


def attention(q, k, v):
    nq, d = q.shape[-2:]
    nk, dv = v.shape[-2:]
    q3, k3, v3 = q.reshape(-1, nq, d), k.reshape(-1, nk, d), v.reshape(-1, nk, dv)
    scores = []
    for b in range(q3.shape[0]):
        for i in range(nq):
            for j in range(nk):
                scores.append(torch.dot(q3[b, i], k3[b, j]) / math.sqrt(d))
    scores = torch.stack(scores).reshape(*q.shape[:-2], nq, nk)
    weights = torch.softmax(scores, dim=-1)
    output = torch.bmm(weights.reshape(-1, nq, nk), v3).reshape(*q.shape[:-2], nq, dv)
    return output, scores, weights
