# A first wrong definition, replaced by a right one in the same cell.
import torch


def attention(q, k, v):
    weights = torch.softmax(q @ k.T, dim=0)
    return weights @ v


# second try: scaled, rows, and all three results
def attention(q, k, v):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
