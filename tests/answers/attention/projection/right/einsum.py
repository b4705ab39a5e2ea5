# einsum: the feature axis of x meets the second axis of the weight.
import torch


def project(x, weight):
    return torch.einsum("...ni,oi->...no", x, weight)
