# Fully annotated, with a type alias and a docstring.
import math
from typing import TypeAlias

import torch

Triple: TypeAlias = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Triple:
    """Scaled dot product attention without a mask.

    q: [..., nq, d], k: [..., nk, d], v: [..., nk, dv]
    """
    width: int = q.shape[-1]
    scores: torch.Tensor = q @ k.transpose(-2, -1) / math.sqrt(width)
    weights: torch.Tensor = torch.softmax(scores, dim=-1)
    output: torch.Tensor = weights @ v
    return output, scores, weights
