# F.linear does the transpose: linear(q, k) is q times k transposed.
import torch
import torch.nn.functional as F


def attention(q, k, v):
    if q.dim() == 2:
        scores = F.linear(q, k) / q.shape[-1] ** 0.5
        weights = F.softmax(scores, dim=-1)
        return F.linear(weights, v.T), scores, weights
    out, sco, wei = zip(*map(attention, q, k, v))
    return torch.stack(out), torch.stack(sco), torch.stack(wei)
