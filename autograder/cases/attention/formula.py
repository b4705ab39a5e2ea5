"""What the attention cases share: the reference formula, and checks in stages.

The reference is the lesson's formula in float64. Cases reach student code only through the
`student` fixture.
"""

import math
from typing import NamedTuple

import torch

from autograder.judge.compare import (
    CLOSE,
    Mismatch,
    check_close,
    check_shape,
    check_tensor,
    describe,
)

NAMES = ("output", "scores", "weights")
MEANINGS = {
    "output": "the weights times the values",
    "scores": "the dot products of queries and keys, divided by √d",
    "weights": "the softmax of each row of scores, over the keys",
}


class Attention(NamedTuple):
    """output [..., nq, dv], scores and weights [..., nq, nk]."""

    output: torch.Tensor
    scores: torch.Tensor
    weights: torch.Tensor


def reference(q, k, v):
    """Attention in float64: scores = q kᵀ / √d, one softmax a row, output = weights v."""
    q, k, v = q.double(), k.double(), v.double()
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    weights = torch.softmax(scores, dim=-1)
    return Attention(weights @ v, scores, weights)


def three_tensors(value, name="attention"):
    """The three results, each a torch tensor; a namedtuple is a tuple."""
    if not isinstance(value, tuple) or len(value) != 3:
        raise Mismatch(
            f"{name} should return a tuple of three tensors (output, scores, weights); "
            f"it returned {describe(value)}."
        )
    return Attention(*(check_tensor(label, item) for label, item in zip(NAMES, value, strict=True)))


def attend(student, q, k, v):
    """The student's three results for q, k, v, with the shapes that they should have."""
    got = three_tensors(student.attention(q, k, v))
    keys, queries, width = k.shape[-2], q.shape[-2], v.shape[-1]
    lead = list(q.shape[:-2])
    pair = "one row for each query, one column for each key"
    check_shape("scores", got.scores, [*lead, queries, keys], pair)
    check_shape("weights", got.weights, [*lead, queries, keys], pair)
    check_shape("output", got.output, [*lead, queries, width], "one row a query, as wide as v")
    return got


def check_attention(got, q, k, v, *, tolerance=CLOSE, public=False):
    """All three results are the reference's; the scores are looked at first."""
    got, right = three_tensors(got), reference(q, k, v)
    for name in ("scores", "weights", "output"):
        check_close(
            name,
            getattr(got, name),
            getattr(right, name),
            tolerance=tolerance,
            public=public,
            meaning=MEANINGS[name],
        )
