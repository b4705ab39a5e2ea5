"""Mistakes in the softmax notebook, and the steps of a right answer.

A mistake changes one step and takes the others from here.
"""

import torch
from torch import Tensor

__all__ = ["LESSON", "logarithms", "of_words", "right"]

LESSON = torch.tensor([2.0, 1.0, 1.0, 0.0, -1.0, -2.0])
"""The logits of the notebook's example."""


def right(logits: Tensor) -> Tensor:
    """Probabilities [..., vocabulary] of logits [..., vocabulary]."""
    return torch.softmax(logits, dim=-1)


def logarithms(logits: Tensor) -> Tensor:
    """Natural logarithms of the probabilities, [..., vocabulary]."""
    return torch.log_softmax(logits, dim=-1)


def of_words(table: Tensor, words: Tensor) -> Tensor:
    """One entry a row: table [..., vocabulary] and word ids [...] give [...]."""
    return table.gather(-1, words.unsqueeze(-1)).squeeze(-1)
