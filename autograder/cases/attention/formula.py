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
    all_close,
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
    scores = (q @ k.mT).div_(math.sqrt(q.shape[-1]))
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
    return attend_each(student, (q, k, v))[0]


def attend_each(student, *inputs, layout="contiguous"):
    """The student's results for each (q, k, v), from one request, with their shapes."""
    steps = [call("attention", *each, layout=layout) for each in inputs]
    results = [three_tensors(answer.value) for answer in student.run(*steps)]
    for got, each in zip(results, inputs, strict=True):
        check_shapes(got, *each)
    return results


def gradients(q, k, v, cotangents):
    """The gradients of Σ result × cotangent for q, k and v, in float64, by hand.

    `cotangents` has one for output, scores and weights each, or None. With W the weights, a
    softmax passes G back as W ⊙ (G - rowsum(W ⊙ G)); the rest are matrix products.
    """
    q, k, v = q.double(), k.double(), v.double()
    root = math.sqrt(q.shape[-1])
    _, scores, weights = reference(q, k, v)
    for_output, for_scores, for_weights = (c if c is None else c.double() for c in cotangents)
    back = torch.zeros_like(scores) if for_weights is None else for_weights
    if for_output is not None:
        back = back + for_output @ v.transpose(-2, -1)
    back = weights * (back - (weights * back).sum(-1, keepdim=True))
    if for_scores is not None:
        back = back + for_scores
    of_v = torch.zeros_like(v)
    if for_output is not None:
        of_v = weights.transpose(-2, -1) @ for_output
    return back @ k / root, back.transpose(-2, -1) @ q / root, of_v


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
    if all_close(zip(got, right, strict=True), min(tolerance, CLOSE)):
        return
    for name in ("scores", "weights", "output"):
        check_close(
            name,
            getattr(got, name),
            getattr(right, name),
            tolerance=min(tolerance, CLOSE) if name == "scores" else tolerance,
            public=public,
            meaning=MEANINGS[name],
        )
