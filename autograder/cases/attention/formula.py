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
    check_dtype,
    check_shape,
    check_tensor,
    describe,
)
from autograder.judge.student import call

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
    check_shapes(got, q, k, v)
    return got


def attend_each(student, *inputs, strided=False):
    """The student's results for each (q, k, v), from one request, with their shapes and dtype."""
    steps = [call("attention", *each, strided=strided) for each in inputs]
    results = [three_tensors(answer.value) for answer in student.run(*steps)]
    for got, each in zip(results, inputs, strict=True):
        check_shapes(got, *each)
        check_dtypes(got, each[0].dtype)
    return results


def check_dtypes(got, dtype):
    """All three results have the inputs' dtype."""
    for name in NAMES:
        check_dtype(name, getattr(got, name), dtype)


def check_shapes(got, q, k, v):
    """All three results have the shapes that the description says."""
    keys, queries, width = k.shape[-2], q.shape[-2], v.shape[-1]
    lead = list(q.shape[:-2])
    pair = "one row for each query, one column for each key"
    check_shape("scores", got.scores, [*lead, queries, keys], pair)
    check_shape("weights", got.weights, [*lead, queries, keys], pair)
    check_shape("output", got.output, [*lead, queries, width], "one row a query, as wide as v")


def check_attention(got, q, k, v, *, tolerance=CLOSE, public=False):
    """All three results are the reference's; the scores are looked at first.

    `tolerance` above `CLOSE` is for weights and output alone: float32 keeps large scores well,
    relative to their size, and only what the softmax makes of them suffers.
    """
    got, right = three_tensors(got), reference(q, k, v)
    for name in ("scores", "weights", "output"):
        check_close(
            name,
            getattr(got, name),
            getattr(right, name),
            tolerance=min(tolerance, CLOSE) if name == "scores" else tolerance,
            public=public,
            meaning=MEANINGS[name],
        )
