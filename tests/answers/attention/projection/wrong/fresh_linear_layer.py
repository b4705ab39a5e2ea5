# A new nn.Linear with random weights of its own.
# tier: contract
from torch import nn


def project(x, weight):
    layer = nn.Linear(weight.shape[1], weight.shape[0], bias=False)
    return layer(x)
