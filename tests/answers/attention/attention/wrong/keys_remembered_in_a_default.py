# A mutable default keeps the keys and values of earlier calls.
# tier: contract
import torch


def attention(q, k, v, past={}):
    if past and past["k"].shape == k.shape and past["v"].shape == v.shape:
        keys = torch.cat([past["k"], k], dim=-2)
        values = torch.cat([past["v"], v], dim=-2)
    else:
        keys, values = k, v
    past["k"], past["v"] = k.detach(), v.detach()
    scores = q @ keys.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ values, scores, weights
