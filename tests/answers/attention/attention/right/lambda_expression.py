# Two lambdas.
import torch

_finish = lambda s, v: (torch.softmax(s, dim=-1) @ v, s, torch.softmax(s, dim=-1))
attention = lambda q, k, v: _finish(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, v)
