# TorchScript compiled from a string.
import torch

unit = torch.jit.CompilationUnit("""
def attend(q: Tensor, k: Tensor, v: Tensor):
    scores = torch.matmul(q, k.transpose(-2, -1)) / (float(q.size(-1)) ** 0.5)
    weights = torch.softmax(scores, -1)
    return torch.matmul(weights, v), scores, weights
""")


def attention(q, k, v):
    return unit.attend(q, k, v)
