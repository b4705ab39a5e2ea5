# The cosine between query and key stands for the scaled dot product.
# tier: core
import torch
import torch.nn.functional as F


def attention(q, k, v):
    scores = F.cosine_similarity(q.unsqueeze(-2), k.unsqueeze(-3), dim=-1)
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
