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
    check_attention,
    reference,
    three_tensors,
)
from autograder.judge.compare import (
    EXACT,
    STABLE,
    Mismatch,
    check_close,
    check_dtype,
    check_same,
)
from autograder.judge.student import call

CORE = ("scores", "weights", "output")
"""While one of these is wrong, the task is worth 60 % at most."""


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
        if torch.equal(getattr(first, name), getattr(second, name)):
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
    q, k, v = rectangle(draw, queries=6, keys=2, width=11, value_width=3)
    got = attend(student, q, k, v)
    check_close("scores", got.scores, reference(q, k, v).scores, meaning=MEANINGS["scores"])


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


@case(0.075, "shapes")
@pytest.mark.parametrize("lead", [(2,), (3, 1), (1, 3), (2, 3)], ids=str)
def test_batches(student, draw, lead):
    """Leading axes are a batch: each element of it is computed by itself."""
    q, k, v = rectangle(draw, lead)
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
    """Nothing is told by sizes that happen to agree: all axes equal, with a batch or without."""
    for lead in ((), (4,), (4, 4)):
        q, k, v = rectangle(draw, lead, 4, 4, 4, 4)
        check_attention(attend(student, q, k, v), q, k, v)


@case(0.1, "shapes")
def test_values_may_be_wider_or_narrower_than_queries(student, draw):
    """The value width may differ from the query width, both ways."""
    for width, value_width in ((2, 9), (9, 2)):
        q, k, v = rectangle(draw, (), 3, 4, width, value_width)
        check_attention(attend(student, q, k, v), q, k, v)


@case(0.1, "shapes")
def test_long_texts(student, draw):
    """Many positions: every one of them is read."""
    q, k, v = rectangle(draw, (), 4, 60, 5, 3)
    check_attention(attend(student, q, k, v), q, k, v)
    q, k, v = rectangle(draw, (), 48, 44, 3, 2)
    check_attention(attend(student, q, k, v), q, k, v)


@case(0.075, "shapes")
def test_a_zero_query_averages(student, draw):
    """A query of zeros scores every key alike, so its output is the plain average of v."""
    q, k, v = rectangle(draw)
    q[1] = 0.0
    got = attend(student, q, k, v)
    check_attention(got, q, k, v)
    check_close("output[1]", got.output[1], v.double().mean(0), meaning="the average of v's rows")


@case(0.075, "shapes")
def test_orthogonal_queries_and_keys(student, draw):
    """A score of 0 is a score like any other: that position is still read."""
    q = torch.eye(4)[[0, 1, 2, 0, 3]] * draw(5, 1)
    k = torch.eye(4)[[3, 0, 1, 2, 0, 0]] * draw(6, 1)
    v = draw(6, 3)
    check_attention(attend(student, q, k, v), q, k, v)


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
    q, k, v = near(draw, [level, 1.01 * level, 0.99 * level])
    check_attention(attend(student, q, k, v), q, k, v, tolerance=STABLE)


@case(0.06, "numerics")
def test_rows_far_from_one_another(student, draw):
    """Rows with large, small and negative scores stand side by side; each is right."""
    q, k, v = near(draw, [1000.0, 0.0, -1000.0, 80.0])
    check_attention(attend(student, q, k, v), q, k, v, tolerance=STABLE)
    batch = torch.stack([near(draw, [900.0, -3.0])[0], near(draw, [-900.0, 2.0])[0]])
    k, v = draw(2, 5, 3), draw(2, 5, 2)
    check_attention(attend(student, batch, k, v), batch, k, v, tolerance=STABLE)


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
    for lead in ((), (2, 2)):
        # Of width 16, the root (and the root of the root) is exact in float32 too: a divisor
        # such as torch.sqrt(torch.tensor(d)) is right, a detour of the values is not.
        q, k, v = (t.double() for t in rectangle(draw, lead, width=16))
        got = attend(student, q, k, v)
        for name in NAMES:
            check_dtype(name, getattr(got, name), torch.float64)
        check_attention(got, q, k, v, tolerance=EXACT)


@case(0.02, "numerics")
def test_float32_stays_float32(student, draw):
    """float32 goes in, float32 comes out."""
    got = attend(student, *rectangle(draw))
    for name in NAMES:
        check_dtype(name, getattr(got, name), torch.float32)


@case(0.06, "numerics")
def test_tensors_that_are_not_contiguous(student, draw):
    """Inputs may be views, transposed in memory, as split heads are."""
    for lead in ((), (2, 3)):
        q, k, v = rectangle(draw, lead)
        answer = student.run(call("attention", q, k, v, strided=True))[0]
        check_attention(answer.value, q, k, v)


# Gradients


def check_gradients(student, q, k, v, cotangents):
    """Gradients of q, k, v against the reference's, through the results with a cotangent."""
    step = call("attention", q, k, v, cotangents=cotangents)
    answer = student.run(step)[0]
    three_tensors(answer.value)
    leaves = [t.double().requires_grad_(True) for t in (q, k, v)]
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
        check_close(label, got, right, meaning="that of the formula")


@case(0.1, "gradients")
@pytest.mark.parametrize("lead", [(), (2,)], ids=str)
def test_gradients_through_the_output(student, draw, lead):
    """Gradients reach q, k and v through the output, so that projections can be trained."""
    q, k, v = rectangle(draw, lead)
    check_gradients(student, q, k, v, (draw(*lead, 5, 4), None, None))


@case(0.1, "gradients")
def test_gradients_through_the_scores(student, draw):
    """Gradients reach q and k through the returned scores."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, draw(5, 7), None))


@case(0.1, "gradients")
def test_gradients_through_the_weights(student, draw):
    """Gradients reach q and k through the returned weights."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, None, draw(5, 7)))


@case(0.1, "gradients")
def test_gradients_through_all_three(student, draw):
    """Gradients add up when all three results are used."""
    q, k, v = rectangle(draw, (), 3, 4, 5, 2)
    check_gradients(student, q, k, v, (draw(3, 2), draw(3, 4), draw(3, 4)))


# Side effects


@case(0.1, "side effects")
def test_inputs_are_left_as_they_were(student, draw):
    """The call changes neither q nor k nor v, nor whether they require gradients."""
    square = (draw(4, 4), draw(4, 4), draw(4, 4))
    for inputs in (rectangle(draw), rectangle(draw, (2,)), square):
        answer = student.run(call("attention", *inputs))[0]
        three_tensors(answer.value)
        for name, before, after in zip("qkv", inputs, answer.arguments, strict=True):
            check_same(name, before, after)


@case(0.1, "side effects")
def test_the_same_call_gives_the_same_answer(student, draw):
    """The same inputs give the same results each time."""
    q, k, v = rectangle(draw)
    for answer in student.run(*[call("attention", q, k, v)] * 3):
        check_attention(answer.value, q, k, v)


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


@case(0.1, "side effects")
def test_inputs_changed_in_place_are_seen(student, draw):
    """Tensors that were changed in place between two calls are read anew."""
    first, second = rectangle(draw), rectangle(draw)
    steps = (call("attention", *first), call("attention", *second, refill=0))
    before, after = student.run(*steps)
    check_attention(before.value, *first)
    check_attention(after.value, *second)


@case(0.1, "side effects")
def test_global_state_is_left_alone(student, draw):
    """No random numbers are drawn and no global settings changed."""
    for inputs in (rectangle(draw), tuple(t.double() for t in rectangle(draw))):
        answer = student.run(call("attention", *inputs))[0]
        three_tensors(answer.value)
        if answer.disturbed:
            raise Mismatch(f"The call changed {' and '.join(answer.disturbed)}.")
