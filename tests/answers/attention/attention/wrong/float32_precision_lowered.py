# Lowers the precision of float32 products for speed.
# tier: contract
import torch


def attention(q, k, v):
    torch.set_float32_matmul_precision("medium")
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
