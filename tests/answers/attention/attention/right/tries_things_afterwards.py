# Right, followed by the student's own experiments in the same cell.
import torch


def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights


x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
o, s, w = attention(x, x, x)
assert torch.allclose(w.sum(-1), torch.ones(3))
o
