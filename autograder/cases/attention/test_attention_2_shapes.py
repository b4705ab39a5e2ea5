"""Hidden cases of `attention(q, k, v)`: general shapes. The stages before are in the first file."""

import pytest
import torch

from autograder.cases.attention.formula import (
    attend,
    check_attention,
)
from autograder.cases.attention.inputs import (
    case,
    check_each,
    rectangle,
    special,
)
from autograder.judge.compare import (
    check_close,
)

# General shapes


@case(0.075, "shapes")
@pytest.mark.parametrize(
    "leads",
    [[(2,), (9,), (1,)], [(3, 1), (1, 1)], [(1, 3), (1, 9)], [(2, 3), (7, 6)]],
    ids=["one axis", "last of one", "first of one", "two axes"],
)
def test_batches(student, draw, leads):
    """Leading axes are a batch: each element of it is computed by itself."""
    inputs = [rectangle(draw, each, *((3, 4, 3, 2) if max(each) > 3 else ())) for each in leads]
    check_each(student, *inputs)


@case(0.05, "shapes")
@pytest.mark.parametrize(
    "sizes",
    [(1, 4, 3, 2), (4, 1, 3, 2), (4, 3, 1, 2), (3, 4, 2, 1), (1, 1, 1, 1)],
    ids=["one query", "one key", "width one", "value width one", "all ones"],
)
def test_axes_of_length_one_are_kept(student, draw, sizes):
    """An axis of length 1 is an axis like any other, with a batch of one or without."""
    check_each(student, *[rectangle(draw, lead, *sizes) for lead in ((), (1,), (2, 1))])


@case(0.1, "shapes")
def test_sizes_that_are_equal(student, draw):
    """Nothing is told by sizes that happen to agree: all axes equal or two of them."""
    inputs = [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (4,), (4, 4))]
    inputs += [rectangle(draw, lead, 6, 6, 3, 2) for lead in ((), (2,), (2, 3))]
    for sizes in ((3, 5, 5, 2), (5, 3, 5, 2), (3, 5, 2, 5), (5, 3, 2, 5), (3, 4, 5, 5)):
        inputs += [rectangle(draw, lead, *sizes) for lead in ((), (2,))]
    inputs.append(rectangle(draw, (2, 2), 3, 5, 5, 2))
    check_each(student, *inputs)


@case(0.1, "shapes")
def test_values_may_be_wider_or_narrower_than_queries(student, draw):
    """The value width may differ from the query width, both ways."""
    widths = ((2, 9), (9, 2), (8, 3), (24, 16), (64, 5), (3, 40))
    check_each(student, *[rectangle(draw, (), 3, 4, *pair) for pair in widths])
    check_each(student, rectangle(draw, (2,), 3, 4, 24, 8), rectangle(draw, (2, 2), 2, 3, 8, 24))


@case(0.1, "shapes")
def test_long_texts(student, draw):
    """Many positions: every one of them is read."""
    # Many of one kind at a time: an answer that loops over single numbers is right as well.
    sizes = ((4, 60, 5, 3), (48, 44, 3, 2), (31, 31, 2, 2), (3, 261, 3, 2), (261, 3, 2, 2))
    inputs = [rectangle(draw, (), *each) for each in sizes]
    inputs += [rectangle(draw, (2,), 2, 140, 3, 2), rectangle(draw, (2, 2), 70, 2, 2, 2)]
    q, k, v = rectangle(draw, (), 2, 150, 3, 2)
    inputs.append((6.0 * q, k[(q[0] @ k.T).argsort()], v))  # the largest scores come last
    check_each(student, *inputs)


@case(0.075, "shapes")
def test_a_zero_query_averages(student, draw):
    """A query of zeros scores every key alike, so its output is the plain average of v."""
    q, k, v = rectangle(draw)
    q[1] = 0.0
    got = attend(student, q, k, v)
    check_attention(got, q, k, v)
    check_close("output[1]", got.output[1], v.double().mean(0), meaning="the average of v's rows")
    check_each(student, (torch.zeros_like(q), k, v))


@case(0.075, "shapes")
def test_orthogonal_queries_and_keys(student, draw):
    """A score of 0 is a score like any other: that position is still read."""
    q = torch.eye(4)[[0, 1, 2, 0, 3]] * draw(5, 1)
    k = torch.eye(4)[[3, 0, 1, 2, 0, 0]] * draw(6, 1)
    v = draw(6, 3)
    check_attention(attend(student, q, k, v), q, k, v)
    check_each(student, *special(draw, ()), *special(draw, (2,))[:6])
