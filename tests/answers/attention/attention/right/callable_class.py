# An object with __call__ stands where a function would.
import torch


class ScaledDotProduct:
    def __init__(self, axis=-1):
        self.axis = axis

    def __call__(self, q, k, v):
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = torch.softmax(scores, dim=self.axis)
        return weights @ v, scores, weights


attention = ScaledDotProduct()
