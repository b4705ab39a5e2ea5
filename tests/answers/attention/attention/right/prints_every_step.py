# Prints every intermediate result.
import torch


def attention(q, k, v):
    print("q", q.shape, "k", k.shape, "v", v.shape)
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    print("scores", scores)
    weights = torch.softmax(scores, dim=-1)
    print("row sums", weights.sum(-1))
    output = weights @ v
    print(f"{output=}")
    return output, scores, weights
