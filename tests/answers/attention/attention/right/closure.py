# A factory returns the function, with the axis closed over.
import torch


def make_attention(axis):
    def attend(q, k, v):
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=axis)
        return weights @ v, scores, weights

    return attend


attention = make_attention(axis=-1)
