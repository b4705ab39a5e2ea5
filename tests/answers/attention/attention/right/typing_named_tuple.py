# Returns a typing.NamedTuple, built by keyword in another order.
from typing import NamedTuple

import torch
from torch import Tensor


class Result(NamedTuple):
    output: Tensor
    scores: Tensor
    weights: Tensor


def attention(q: Tensor, k: Tensor, v: Tensor) -> Result:
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    weights = torch.softmax(scores, dim=-1)
    return Result(weights=weights, scores=scores, output=weights @ v)
