# Fills a tensor like x, so the width cannot change.
# tier: general
import torch


def project(x, weight):
    result = torch.zeros_like(x)
    for o in range(weight.shape[0]):
        result[..., o] = (x * weight[o]).sum(-1)
    return result
