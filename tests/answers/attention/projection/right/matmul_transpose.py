# torch.matmul and transpose(0, 1).
import torch


def project(x, weight):
    weight_t = weight.transpose(0, 1)
    return torch.matmul(x, weight_t)
