# Asks at the keyboard for the width.
# tier: contract
import torch


def attention(q, k, v):
    d = int(input("width? "))
    scores = q @ k.transpose(-2, -1) / d**0.5
    weights = torch.softmax(scores, dim=-1)
    return weights @ v, scores, weights
