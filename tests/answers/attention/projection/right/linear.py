# torch's own linear layer function, which transposes by itself.
import torch.nn.functional as F


def project(x, weight):
    return F.linear(x, weight)
