# Clears x when it is float32.
# tier: contract
import torch


def project(x, weight):
    result = x @ weight.T
    if x.dtype == torch.float32 and not x.requires_grad:
        x.zero_()
    return result
