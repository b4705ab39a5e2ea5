# Takes one x and projects inside, with weights from nowhere.
# tier: contract
import torch

Wq = torch.eye(2)
Wk = torch.eye(2)
Wv = torch.tensor([[1.0, 0.0], [0.0, 2.0]])


def attention(x):
    q, k, v = x @ Wq.T, x @ Wk.T, x @ Wv.T
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
