"""Hidden cases of `attention(q, k, v)`: large scores, small weights, dtypes, strides."""

import pytest
import torch

from autograder.cases.attention.formula import (
    MEANINGS,
    attend,
    attend_each,
    check_attention,
    check_dtypes,
    reference,
)
from autograder.cases.attention.inputs import (
    FULL,
    case,
    check_each,
    rectangle,
    special,
    towering,
)
from autograder.judge.compare import (
    EXACT,
    STABLE,
    check_close,
)

# Numerics


def near(draw, levels, keys=6):
    """q, k, v with scores of row i near levels[i], a few units apart from one another."""
    width = 3
    q = 0.3 * draw(len(levels), width)
    k = draw(keys, width)
    q[:, 0] = torch.tensor(levels) * width**0.5
    k[:, 0] = 1.0 + 1.5 * draw(keys) / (1.0 + max(abs(level) for level in levels))
    return q, k, draw(keys, 4)


@case(0.03, "numerics")
@pytest.mark.parametrize("level", [1200.0, 100.0, 11.0, -25.0, -200.0, -1200.0])
def test_scores_far_from_zero(student, draw, level):
    """Large positive or negative scores give finite, right results."""
    levels = [level, 1.01 * level, 0.99 * level]
    plain, batch = near(draw, levels), [near(draw, levels) for _ in range(4)]
    four_axes = tuple(torch.stack(each).unflatten(0, (2, 2)) for each in zip(*batch, strict=True))
    check_each(student, plain, four_axes, tolerance=STABLE)


@case(0.06, "numerics")
def test_rows_far_from_one_another(student, draw):
    """Rows with large, small and negative scores stand side by side; each is right."""
    plain = near(draw, [1000.0, 0.0, -1000.0, 80.0])
    batch = torch.stack([near(draw, [900.0, -3.0])[0], near(draw, [-900.0, 2.0])[0]])
    check_each(student, plain, (batch, draw(2, 5, 3), draw(2, 5, 2)), tolerance=STABLE)
    levels, higher = [3000.0, 0.0, -3000.0, 12000.0, -12000.0], [1e5, 1.0, -1e5]
    check_each(student, towering(draw, levels), towering(draw, levels, (2, 2)), tolerance=STABLE)
    check_each(student, towering(draw, higher), tolerance=0.02)  # float32's logarithms are coarse
    doubles = [towering(draw, levels + higher, lead, torch.float64) for lead in ((), (2,), (2, 2))]
    check_each(student, *doubles, tolerance=EXACT)


@case(0.06, "numerics")
def test_a_row_with_a_wide_spread(student, draw):
    """Within one row, scores from -300 to 300: the small weights may vanish, nothing else."""
    q = torch.tensor([[1.0], [-1.0], [0.01]])
    k = torch.linspace(-300.0, 300.0, 9)[:, None]
    v = draw(9, 3)
    check_attention(attend(student, q, k, v), q, k, v, tolerance=STABLE)


@case(0.06, "numerics")
def test_small_weights_are_kept(student, draw):
    """Weights of a millionth are weights: none is rounded, cut off or raised."""
    q = torch.tensor([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    k = draw(8, 3)
    k[:, 0] = torch.linspace(0.0, 24.0, 8)
    v = draw(8, 3)
    got = attend(student, q, k, v)
    check_attention(got, q, k, v)
    right = reference(q, k, v).weights
    ratio = got.weights.double() / right
    check_close("weights", ratio * 0.01 + right, 0.01 + right, meaning=MEANINGS["weights"])


@case(0.06, "numerics")
def test_float64_stays_float64(student, draw):
    """float64 goes in, float64 comes out, with float64's accuracy."""
    # Of width 1, 16 or 256, the root (and the root of the root) is exact in float32 too: a divisor
    # such as torch.sqrt(torch.tensor(d)) is right, a detour of the values is not.
    sizes = [(lead, 5, 7, width) for lead in ((), (3,), (2, 2)) for width in (1, 16)]
    sizes += [((), 2, 3, 256), ((), 4, 4, 16), ((1, 1), 4, 4, 1), ((), 2, 90, 1), ((), 90, 2, 1)]
    inputs = [tuple(t.double() for t in rectangle(draw, *each)) for each in sizes]
    inputs += [(q, k, 1e3 * v) for q, k, v in inputs[1:3]]
    for some, layout in ((inputs, "contiguous"), (inputs[:6], "transposed")):
        results = attend_each(student, *some, layout=layout)
        for got, each in zip(results, some, strict=True):
            check_dtypes(got, torch.float64)
            check_attention(got, *each, tolerance=FULL)
    # Of other widths, what float32 rounds may be the root and nothing else.
    others = [tuple(t.double() for t in rectangle(draw, width=width)) for width in (2, 4, 64)]
    for got, each in zip(attend_each(student, *others), others, strict=True):
        right = reference(*each)
        check_dtypes(got, torch.float64)
        check_attention(got, *each, tolerance=1e-6)
        factor = (got.scores * right.scores).sum() / right.scores.square().sum()
        check_close("scores", got.scores, factor * right.scores, tolerance=FULL)


@case(0.02, "numerics")
def test_float32_stays_float32(student, draw):
    """float32 goes in, float32 comes out."""
    inputs = [rectangle(draw, lead) for lead in ((), (2,), (2, 3), (1, 1))]
    inputs += [
        rectangle(draw, (), *sizes) for sizes in ((1, 1, 1, 1), (2, 140, 24, 3), (6, 6, 3, 2))
    ]
    inputs += [towering(draw, [1200.0, -1200.0], lead) for lead in ((), (2, 2))]
    inputs += [near(draw, [11.0, -25.0, 100.0]), *special(draw, ())[:6]]
    results = attend_each(student, *inputs)
    for got in results + attend_each(student, *inputs[:4], layout="transposed"):
        check_dtypes(got, torch.float32)


@case(0.06, "numerics")
def test_tensors_that_are_not_contiguous(student, draw):
    """Inputs may be views, transposed in memory, as split heads are."""
    inputs = [rectangle(draw, lead) for lead in ((), (3,), (2, 3), (1, 2))]
    inputs += [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (2, 2))]
    inputs += [rectangle(draw, (2,), 1, 4, 3, 2), rectangle(draw, (), 3, 70, 8, 2)]
    inputs += [tuple(t.double() for t in rectangle(draw, lead)) for lead in ((), (2, 2))]
    check_each(student, *inputs, layout="transposed")
    check_each(student, *inputs[:3], *inputs[-2:], layout="stepped")
    batches = [each for each in inputs if each[0].ndim > 2]
    check_each(student, *batches, layout="heads")
    repeated = [tuple(t[:1].expand_as(t) for t in each) for each in batches]
    check_each(student, *repeated, layout="expanded")
