# einsum with an ellipsis for the batch axes.
import torch


def attention(q, k, v):
    d = q.size(-1)
    scores = torch.einsum("...id,...jd->...ij", q, k) / d**0.5
    weights = scores.softmax(-1)
    output = torch.einsum("...ij,...jf->...if", weights, v)
    return output, scores, weights
