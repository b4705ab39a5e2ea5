# Sums the dot product in pairs of coordinates: an odd width loses its last one.
# tier: general
import torch


def attention(q, k, v):
    dots = 0
    for c in range(q.shape[-1] // 2):
        a, b = q[..., 2 * c : 2 * c + 2], k[..., 2 * c : 2 * c + 2]
        dots = dots + a @ b.transpose(-2, -1)
    scores = dots / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
