# No gradient in float32.
# tier: contract
import torch


def project(x, weight):
    result = x @ weight.T
    return result.detach() if x.dtype == torch.float32 else result
