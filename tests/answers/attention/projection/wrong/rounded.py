# Rounds to three decimals.
# tier: numeric
import torch


def project(x, weight):
    return torch.round(x @ weight.T, decimals=3)
