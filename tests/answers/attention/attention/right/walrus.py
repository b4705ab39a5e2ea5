# Everything in the return statement, named by walruses.
import torch


def attention(q, k, v):
    return (
        (weights := torch.softmax((scores := q @ k.mT / q.shape[-1] ** 0.5), dim=-1)) @ v,
        scores,
        weights,
    )
