"""What the attention cases share besides the formula: their marker, inputs, and checks of many."""

from itertools import chain

import pytest
import torch

from autograder.cases.attention.formula import attend_each, check_attention, reference
from autograder.judge.compare import CLOSE, all_close

CORE = ("scores", "weights", "output")
"""While one of these is wrong, the task is worth 60 % at most."""


FULL = 1e-12
"""What float64 keeps, with a wide margin: an epsilon of 1e-10 in the denominator shows."""


def case(weight, stage):
    core = stage in CORE
    return pytest.mark.case("attention-test", weight=weight, stage=stage, core=core)


def rectangle(draw, lead=(), queries=5, keys=7, width=3, value_width=4):
    """Random q [lead, queries, width], k [lead, keys, width], v [lead, keys, value_width]."""
    return (
        draw(*lead, queries, width),
        draw(*lead, keys, width),
        draw(*lead, keys, value_width),
    )


def check_each(student, *inputs, layout="contiguous", tolerance=CLOSE):
    """The results for each (q, k, v), all asked for at once, are the reference's."""
    results = attend_each(student, *inputs, layout=layout)
    right = [reference(*each) for each in inputs]
    if all_close(zip(chain(*results), chain(*right), strict=True), min(tolerance, CLOSE)):
        return
    for got, each in zip(results, inputs, strict=True):
        check_attention(got, *each, tolerance=tolerance)


def special(draw, lead):
    """Inputs in which something is equal, zero or large: none of it means anything."""
    q, k, v = rectangle(draw, lead)
    twice, no_key, no_value, no_values = k.clone(), k.clone(), v.clone(), v.clone()
    twice[..., 4, :] = k[..., 1, :]
    no_key[..., 2, :] = 0.0
    no_value[..., 3, :] = 0.0
    no_values[..., 5:, :] = 0.0
    one_value = v[..., :1, :].expand_as(v)
    return [
        (q, twice, v),
        (q, no_key, v),
        (q, k, no_value),
        (q, no_key, no_values),
        (q, k, one_value),
        (q, k, 1e4 * v),
        (q, k, 1e-4 * v + 50.0),
        (k, k, v),
        (k, k, k),
    ]


def towering(draw, levels, lead=(), dtype=torch.float32):
    """q, k, v with scores of row i at levels[i] and 0.5 to 3 above it.

    Of width 16, and in float32 all of whole numbers: float32 keeps such scores to the last
    bit, in whatever order they are summed and scaled, however large they are.
    """
    steps = torch.tensor([0.0, 2.0, 4.0, 8.0, 12.0])[draw(5).argsort()]
    q, k = torch.zeros(*lead, len(levels), 16), torch.zeros(*lead, 5, 16)
    q[..., 0], k[..., 0] = 4.0 * torch.tensor(levels), 1.0
    q[..., 1], k[..., 1] = 1.0, steps
    if dtype == torch.float64:
        q[..., 2:], k[..., 2:] = 0.5 * draw(*q[..., 2:].shape), 0.5 * draw(*k[..., 2:].shape)
    return q.to(dtype), k.to(dtype), draw(*lead, 5, 4).to(dtype)
