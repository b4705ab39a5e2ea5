"""Mistakes in the attention notebook, and the steps of a right answer.

A mistake changes one step and takes the others from here.
"""

import math

import torch
from torch import Tensor

__all__ = ["Three", "finish", "right", "scaled", "shares"]

Three = tuple[Tensor, Tensor, Tensor]


def scaled(q: Tensor, k: Tensor) -> Tensor:
    """Scores [..., nq, nk]: every query with every key, divided by √d."""
    return q @ k.mT / math.sqrt(q.shape[-1])


def shares(scores: Tensor) -> Tensor:
    """Softmax of each row."""
    return torch.softmax(scores, dim=-1)


def finish(scores: Tensor, v: Tensor) -> Three:
    """What is right to do with scores, right or not: (output, scores, weights)."""
    weights = shares(scores)
    return weights @ v, scores, weights


def right(q: Tensor, k: Tensor, v: Tensor) -> Three:
    """The answer without a mistake."""
    return finish(scaled(q, k), v)
