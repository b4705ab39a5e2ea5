# torch.mm: no batch.
# tier: general
import torch


def project(x, weight):
    return torch.mm(x, weight.t())
