# One dot product with each row of the weight, stacked as the last axis.
import torch


def project(x, weight):
    return torch.stack([(x * row).sum(dim=-1) for row in weight], dim=-1)
