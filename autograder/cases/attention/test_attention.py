"""Hidden cases of `attention(q, k, v)`, in the order in which a student should mend things.

The lesson's numbers are symmetric (Q = K, square, never negative, d = 2), so they tell
little: rectangles with signed numbers, four different sizes and a width that is neither 2
nor a square tell the rest. The weights add up to 10, and a stage's share follows the rubric:
interface 1, scores 2.5, weights 2.5, output 1.5, shapes 1, numerics 0.5, gradients 0.5,
side effects 0.5. In the three core stages, half is for the lesson's sizes and half for all
others; and weights and output are judged by the student's own scores and weights, so that one
mistake is paid for once, provided that results depend on the input at all.
"""

import pytest
import torch

from autograder.cases.attention.formula import (
    MEANINGS,
    NAMES,
    attend,
    attend_each,
    check_attention,
    check_dtypes,
    reference,
    three_tensors,
)
from autograder.judge.compare import (
    CLOSE,
    EXACT,
    STABLE,
    Mismatch,
    check_close,
    check_same,
)
from autograder.judge.student import call

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


# Interface


@case(0.5, "interface")
def test_returns_three_tensors(student, lesson):
    """attention returns a tuple of three tensors: output, scores, weights."""
    three_tensors(student.attention(lesson.q, lesson.k, lesson.v))


@case(0.5, "interface")
def test_shapes_of_a_rectangle(student, draw):
    """Scores and weights are [queries, keys]; the output is [queries, value width]."""
    attend(student, *rectangle(draw))


def differs(student, draw, *sizes):
    """The student's results on two inputs; a constant answer shows no understanding."""
    first = attend(student, *rectangle(draw, (), *sizes))
    second = attend(student, *rectangle(draw, (), *sizes))
    for name in NAMES:
        if torch.equal(getattr(first, name).double(), getattr(second, name).double()):
            raise Mismatch(f"{name} are the same for two different inputs.")
    return first, second


LESSON_SIZES = (3, 3, 2, 2)

# Scores


@case(1.25, "scores")
def test_scores_of_the_lesson(student, lesson, draw):
    """The scores of the lesson's example are the dot products divided by √2."""
    got = attend(student, lesson.q, lesson.k, lesson.v)
    check_close("scores", got.scores, lesson.scores, public=True, meaning=MEANINGS["scores"])
    differs(student, draw, *LESSON_SIZES)


@case(0.25, "scores")
def test_scores_of_a_square(student, draw):
    """As many queries as keys: still, who reads and who is read are not the same."""
    for sizes in ((5, 5, 3, 2), (4, 4, 4, 4), LESSON_SIZES):
        q, k, v = rectangle(draw, (), *sizes)
        got = attend(student, q, k, v)
        check_close("scores", got.scores, reference(q, k, v).scores, meaning=MEANINGS["scores"])


@case(0.5, "scores")
def test_scores_of_a_rectangle(student, draw):
    """Scores are q kᵀ / √d for any numbers, negative ones included."""
    q, k, v = rectangle(draw)
    got = attend(student, q, k, v)
    check_close("scores", got.scores, reference(q, k, v).scores, meaning=MEANINGS["scores"])


@case(0.5, "scores")
def test_scores_of_a_wide_rectangle(student, draw):
    """The divisor is the square root of the query's width, whatever that width is."""
    widths = (11, 8, 24, 64, 7, 18, 100)
    inputs = [rectangle(draw, (), 6, 2, width, 3) for width in widths]
    answers = student.run(*[call("attention", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        got = three_tensors(answer.value)
        check_close("scores", got.scores, reference(*each).scores, meaning=MEANINGS["scores"])


# Weights, given the student's own scores


def check_weights(got):
    expected = torch.softmax(got.scores.double(), dim=-1)
    check_close("weights", got.weights, expected, meaning=MEANINGS["weights"])


@case(1.25, "weights")
def test_weights_of_the_lesson(student, lesson, draw):
    """In the lesson's example, weights are the softmax of each row of your scores."""
    got = attend(student, lesson.q, lesson.k, lesson.v)
    expected = torch.softmax(got.scores.double(), dim=-1)
    meaning = MEANINGS["weights"]
    check_close("weights", got.weights, expected, public=True, meaning=meaning)
    differs(student, draw, *LESSON_SIZES)


@case(0.5, "weights")
def test_each_row_of_weights_sums_to_one(student, draw):
    """Every weight is at least 0, and each row sums to 1 by itself."""
    for got in differs(student, draw):
        if (got.weights < 0).any():
            raise Mismatch("weights should not be negative.")
        sums = got.weights.double().sum(-1)
        check_close("the row sums of weights", sums, torch.ones_like(sums), meaning="1 in each row")


@case(0.75, "weights")
def test_weights_are_the_softmax_of_your_scores(student, draw):
    """Weights are the softmax of each row of your scores, over the keys."""
    for got in differs(student, draw):
        check_weights(got)


# Output, given the student's own weights


@case(0.75, "output")
def test_output_of_the_lesson(student, lesson, draw):
    """In the lesson's example, the output is your weights times V."""
    got = attend(student, lesson.q, lesson.k, lesson.v)
    expected = got.weights.double() @ lesson.v.double()
    check_close("output", got.output, expected, public=True, meaning=MEANINGS["output"])
    differs(student, draw, *LESSON_SIZES)


@case(0.75, "output")
def test_output_is_your_weights_times_v(student, draw):
    """The output is your weights times the values, negative values included."""
    differs(student, draw)
    q, k, v = rectangle(draw)
    got = attend(student, q, k, v)
    expected = got.weights.double() @ v.double()
    check_close("output", got.output, expected, meaning=MEANINGS["output"])


# General shapes


def check_each(student, *inputs, strided=False, tolerance=CLOSE):
    """The results for each (q, k, v), all asked for at once, are the reference's."""
    steps = [call("attention", *each, strided=strided) for each in inputs]
    for answer, each in zip(student.run(*steps), inputs, strict=True):
        check_attention(answer.value, *each, tolerance=tolerance)


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


@case(0.075, "shapes")
@pytest.mark.parametrize(
    "leads",
    [[(2,), (9,), (1,)], [(3, 1), (1, 1)], [(1, 3), (1, 9)], [(2, 3), (7, 6)]],
    ids=["one axis", "last of one", "first of one", "two axes"],
)
def test_batches(student, draw, leads):
    """Leading axes are a batch: each element of it is computed by itself."""
    for lead in leads:
        q, k, v = rectangle(draw, lead, 3, 4, 3, 2) if max(lead) > 3 else rectangle(draw, lead)
        check_attention(attend(student, q, k, v), q, k, v)


@case(0.05, "shapes")
@pytest.mark.parametrize(
    "sizes",
    [(1, 4, 3, 2), (4, 1, 3, 2), (4, 3, 1, 2), (3, 4, 2, 1), (1, 1, 1, 1)],
    ids=["one query", "one key", "width one", "value width one", "all ones"],
)
def test_axes_of_length_one_are_kept(student, draw, sizes):
    """An axis of length 1 is an axis like any other, with a batch of one or without."""
    for lead in ((), (1,), (2, 1)):
        q, k, v = rectangle(draw, lead, *sizes)
        check_attention(attend(student, q, k, v), q, k, v)


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


# Numerics


def near(draw, levels, keys=6):
    """q, k, v with scores of row i near levels[i], a few units apart from one another."""
    width = 3
    q = 0.3 * draw(len(levels), width)
    k = draw(keys, width)
    q[:, 0] = torch.tensor(levels) * width**0.5
    k[:, 0] = 1.0 + 1.5 * draw(keys) / (1.0 + max(abs(level) for level in levels))
    return q, k, draw(keys, 4)


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
    q, k, v = near(draw, [1000.0, 0.0, -1000.0, 80.0])
    check_attention(attend(student, q, k, v), q, k, v, tolerance=STABLE)
    batch = torch.stack([near(draw, [900.0, -3.0])[0], near(draw, [-900.0, 2.0])[0]])
    k, v = draw(2, 5, 3), draw(2, 5, 2)
    check_attention(attend(student, batch, k, v), batch, k, v, tolerance=STABLE)
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
    for some, strided in ((inputs, False), (inputs[:6], True)):
        results = attend_each(student, *some, strided=strided)
        for got, each in zip(results, some, strict=True):
            check_attention(got, *each, tolerance=FULL)
    # Of other widths, what float32 rounds may be the root and nothing else.
    for width in (2, 4, 64):
        each = tuple(t.double() for t in rectangle(draw, width=width))
        (got,), right = attend_each(student, each), reference(*each)
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
    attend_each(student, *inputs)
    attend_each(student, *inputs[:4], strided=True)


@case(0.06, "numerics")
def test_tensors_that_are_not_contiguous(student, draw):
    """Inputs may be views, transposed in memory, as split heads are."""
    inputs = [rectangle(draw, lead) for lead in ((), (3,), (2, 3), (1, 2))]
    inputs += [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (2, 2))]
    inputs += [rectangle(draw, (2,), 1, 4, 3, 2), rectangle(draw, (), 3, 70, 8, 2)]
    inputs += [tuple(t.double() for t in rectangle(draw, lead)) for lead in ((), (2, 2))]
    check_each(student, *inputs, strided=True)


# Gradients


def check_gradients(student, q, k, v, cotangents, *, strided=False, tolerance=CLOSE):
    """Gradients of q, k, v against the reference's, through the results with a cotangent."""
    step = call("attention", q, k, v, cotangents=cotangents, strided=strided)
    answer = student.run(step)[0]
    three_tensors(answer.value)
    leaves = [t.double().clone().requires_grad_(True) for t in (q, k, v)]
    results = reference(*leaves)
    loss = sum(
        (result * cotangent.double()).sum()
        for result, cotangent in zip(results, cotangents, strict=True)
        if cotangent is not None
    )
    expected = torch.autograd.grad(loss, leaves, allow_unused=True)
    through = " and ".join(name for name, c in zip(NAMES, cotangents, strict=True) if c is not None)
    for name, got, right in zip("qkv", answer.gradients, expected, strict=True):
        if right is None:
            continue
        if got is None:
            raise Mismatch(
                f"No gradient reaches {name} through {through}: something on the way was "
                "detached, copied into a new tensor or computed without gradients."
            )
        label = f"the gradient of {name} through {through}"
        check_close(label, got, right, tolerance=tolerance, meaning="that of the formula")


def check_kinds_of_gradients(student, draw, *through):
    """Gradients through the named results, for inputs of every kind that is promised."""

    def check(inputs, **options):
        # Each result is asked for with numbers of its own; those of a plain sum would vanish.
        right = reference(*inputs)
        cotangents = tuple(
            draw(*result.shape).to(inputs[0].dtype) if name in through else None
            for name, result in zip(NAMES, right, strict=True)
        )
        check_gradients(student, *inputs, cotangents, **options)

    check(tuple(t.double() for t in rectangle(draw)))
    for lead in ((2,), (2, 2), (1, 1)):
        check(rectangle(draw, lead, 3, 4, 3, 2))
    check(tuple(t.double() for t in rectangle(draw, (2, 2), 3, 4, 3, 2)), strided=True)
    check(rectangle(draw), strided=True)
    for sizes in ((1, 4, 3, 2), (3, 4, 1, 1), (4, 4, 4, 4), (2, 70, 3, 2)):
        check(rectangle(draw, (), *sizes))
    check(towering(draw, [1200.0, 100.0, -1200.0]), tolerance=STABLE)
    check(towering(draw, [1200.0, 1.0], (2,), torch.float64), tolerance=STABLE)


@case(0.1, "gradients")
@pytest.mark.parametrize("lead", [(), (2,)], ids=str)
def test_gradients_through_the_output(student, draw, lead):
    """Gradients reach q, k and v through the output, so that projections can be trained."""
    q, k, v = rectangle(draw, lead)
    check_gradients(student, q, k, v, (draw(*lead, 5, 4), None, None))
    if not lead:
        check_kinds_of_gradients(student, draw, "output")


@case(0.1, "gradients")
def test_gradients_through_the_scores(student, draw):
    """Gradients reach q and k through the returned scores."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, draw(5, 7), None))
    check_kinds_of_gradients(student, draw, "scores")


@case(0.1, "gradients")
def test_gradients_through_the_weights(student, draw):
    """Gradients reach q and k through the returned weights."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, None, draw(5, 7)))
    check_kinds_of_gradients(student, draw, "weights")


@case(0.1, "gradients")
def test_gradients_through_all_three(student, draw):
    """Gradients add up when all three results are used."""
    for lead, queries, keys in (((), 3, 4), ((2,), 3, 4), ((), 3, 1)):
        q, k, v = rectangle(draw, lead, queries, keys, 5, 2)
        pairs = (*lead, queries, keys)
        cotangents = (draw(*lead, queries, 2), draw(*pairs), draw(*pairs))
        check_gradients(student, q, k, v, cotangents)


# Side effects


def every_kind(draw):
    """Inputs with and without a batch, in both precisions, square and not, small and large."""
    kinds = [rectangle(draw, lead) for lead in ((), (2,), (2, 3), (1, 1))]
    kinds += [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (2,), (2, 2))]
    kinds += [rectangle(draw, (), *sizes) for sizes in ((1, 1, 1, 1), (2, 70, 24, 3))]
    kinds += [tuple(t.double() for t in each) for each in kinds]
    for dtype in (torch.float32, torch.float64):
        kinds += [towering(draw, [1200.0, -1200.0], lead, dtype) for lead in ((), (2, 2))]
    return kinds


@case(0.1, "side effects")
def test_inputs_are_left_as_they_were(student, draw):
    """The call changes neither q nor k nor v, nor whether they require gradients."""
    kinds = every_kind(draw)
    for inputs, strided in ((kinds, False), (kinds[::2], True)):
        answers = student.run(*[call("attention", *each, strided=strided) for each in inputs])
        for answer, each in zip(answers, inputs, strict=True):
            check_dtypes(three_tensors(answer.value), each[0].dtype)
            for name, before, after in zip("qkv", each, answer.arguments, strict=True):
                check_same(name, before, after)


CALLED_AGAIN = [
    ((), torch.float32),
    ((), torch.float64),
    ((2,), torch.float64),
    ((2, 2), torch.float32),
]


def one_at_a_time(draw, lead, dtype):
    """Inputs of which one differs from the first; the last are the first again."""
    q, k, v = (t.to(dtype) for t in rectangle(draw, lead))
    a, b, c = (t.to(dtype) for t in rectangle(draw, lead))
    return [(q, k, v), (a, k, v), (q, b, v), (q, k, c), (q, k, v)]


@case(0.1, "side effects")
def test_the_same_call_gives_the_same_answer(student, draw):
    """The same inputs give the same results each time."""
    q, k, v = rectangle(draw)
    check_each(student, *[(q, k, v)] * 3)
    for lead, dtype in CALLED_AGAIN:
        each = tuple(t.to(dtype) for t in rectangle(draw, lead))
        check_each(student, each, each)


@case(0.1, "side effects")
def test_calls_do_not_remember_one_another(student, draw):
    """A call between two others changes neither of them; results already given stay."""
    first = rectangle(draw)
    second = tuple(t.flip(0, 1) for t in first)  # every sum over the inputs stays the same
    third = rectangle(draw, (), 5, 7, 3, 4)
    order = (first, second, third, first)
    answers = student.run(*[call("attention", *inputs) for inputs in order])
    for answer, inputs in zip(answers, order, strict=True):
        check_attention(answer.value, *inputs)
    for lead, dtype in CALLED_AGAIN:
        check_each(student, *one_at_a_time(draw, lead, dtype))


@case(0.1, "side effects")
def test_inputs_changed_in_place_are_seen(student, draw):
    """Tensors that were changed in place between two calls are read anew."""
    first, second = rectangle(draw), rectangle(draw)
    steps = (call("attention", *first), call("attention", *second, refill=0))
    before, after = student.run(*steps)
    check_attention(before.value, *first)
    check_attention(after.value, *second)
    for lead, dtype in CALLED_AGAIN:
        order = one_at_a_time(draw, lead, dtype)
        steps = [call("attention", *each, refill=0 if i else None) for i, each in enumerate(order)]
        for answer, inputs in zip(student.run(*steps), order, strict=True):
            check_attention(answer.value, *inputs)


@case(0.1, "side effects")
def test_global_state_is_left_alone(student, draw):
    """No random numbers are drawn and no global settings changed."""
    kinds = every_kind(draw)
    steps = [call("attention", *each) for each in kinds]
    steps += [call("attention", *each, strided=True) for each in kinds[::4]]
    for answer in student.run(*steps):
        if answer.disturbed:
            raise Mismatch(f"The call changed {' and '.join(answer.disturbed)}.")
