# A softmax over the projected features.
# tier: core
import torch


def project(x, weight):
    return torch.softmax(x @ weight.T, dim=-1)
