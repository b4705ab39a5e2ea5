"""Hidden cases of `attention(q, k, v)`, in the order in which a student should mend things.

The files are numbered in this order: this one holds interface and core, the next ones general
shapes, numerics, and gradients with side effects.

The lesson's numbers are symmetric (Q = K, square, never negative, d = 2), so they tell
little: rectangles with signed numbers, four different sizes and a width that is neither 2
nor a square tell the rest. The weights add up to 10, and a stage's share follows the rubric:
interface 1, scores 2.5, weights 2.5, output 1.5, shapes 1, numerics 0.5, gradients 0.5,
side effects 0.5. In the three core stages, half is for the lesson's sizes and half for all
others; and weights and output are judged by the student's own scores and weights, so that one
mistake is paid for once, provided that results depend on the input at all.
"""

import torch

from autograder.cases.attention.formula import (
    MEANINGS,
    NAMES,
    attend,
    attend_each,
    check_shapes,
    reference,
    three_tensors,
)
from autograder.cases.attention.inputs import case, rectangle
from autograder.judge.compare import (
    Mismatch,
    check_close,
)
from autograder.judge.student import call

# Interface


@case(0.5, "interface")
def test_returns_three_tensors(student, lesson):
    """attention returns a tuple of three tensors: output, scores, weights."""
    three_tensors(of_lesson(student, lesson))


@case(0.5, "interface")
def test_shapes_of_a_rectangle(student, draw):
    """Scores and weights are [queries, keys]; the output is [queries, value width]."""
    attend(student, *rectangle(draw))


def of_lesson(student, lesson):
    """What the student's function gives for the lesson's example; several cases look at it."""
    return student.once("lesson", lambda: student.attention(lesson.q, lesson.k, lesson.v))


def attend_lesson(student, lesson):
    """The same as three tensors with the shapes that they should have."""
    got = three_tensors(of_lesson(student, lesson))
    check_shapes(got, lesson.q, lesson.k, lesson.v)
    return got


def differs(student, draw, *sizes):
    """The student's results on two inputs; a constant answer shows no understanding."""
    inputs = [rectangle(draw, (), *sizes) for _ in range(2)]
    first, second = student.once(f"differs {sizes}", lambda: attend_each(student, *inputs))
    for name in NAMES:
        if torch.equal(getattr(first, name).double(), getattr(second, name).double()):
            raise Mismatch(f"{name} are the same for two different inputs.")
    return first, second


LESSON_SIZES = (3, 3, 2, 2)
SQUARES = ((5, 5, 3, 2), (4, 4, 4, 4), LESSON_SIZES)


def check_scores(student, inputs):
    answers = student.run(*[call("attention", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        scores, right = three_tensors(answer.value).scores, reference(*each).scores
        check_close("scores", scores, right, meaning=MEANINGS["scores"])


# Scores


@case(1.25, "scores")
def test_scores_of_the_lesson(student, lesson, shared_draw):
    """The scores of the lesson's example are the dot products divided by √2."""
    got = attend_lesson(student, lesson)
    check_close("scores", got.scores, lesson.scores, public=True, meaning=MEANINGS["scores"])
    differs(student, shared_draw, *LESSON_SIZES)


@case(0.25, "scores")
def test_scores_of_a_square(student, draw):
    """As many queries as keys: still, who reads and who is read are not the same."""
    check_scores(student, [rectangle(draw, (), *sizes) for sizes in SQUARES])


@case(0.5, "scores")
def test_scores_of_a_rectangle(student, draw):
    """Scores are q kᵀ / √d for any numbers, negative ones included."""
    check_scores(student, [rectangle(draw)])


@case(0.5, "scores")
def test_scores_of_a_wide_rectangle(student, draw):
    """The divisor is the square root of the query's width, whatever that width is."""
    widths = (11, 8, 24, 64, 7, 18, 100)
    check_scores(student, [rectangle(draw, (), 6, 2, width, 3) for width in widths])


# Weights, given the student's own scores


def check_weights(got):
    expected = torch.softmax(got.scores.double(), dim=-1)
    check_close("weights", got.weights, expected, meaning=MEANINGS["weights"])


@case(1.25, "weights")
def test_weights_of_the_lesson(student, lesson, shared_draw):
    """In the lesson's example, weights are the softmax of each row of your scores."""
    got = attend_lesson(student, lesson)
    expected = torch.softmax(got.scores.double(), dim=-1)
    meaning = MEANINGS["weights"]
    check_close("weights", got.weights, expected, public=True, meaning=meaning)
    differs(student, shared_draw, *LESSON_SIZES)


@case(0.5, "weights")
def test_each_row_of_weights_sums_to_one(student, shared_draw):
    """Every weight is at least 0, and each row sums to 1 by itself."""
    for got in differs(student, shared_draw):
        if (got.weights < 0).any():
            raise Mismatch("weights should not be negative.")
        sums = got.weights.double().sum(-1)
        check_close("the row sums of weights", sums, torch.ones_like(sums), meaning="1 in each row")


@case(0.75, "weights")
def test_weights_are_the_softmax_of_your_scores(student, shared_draw):
    """Weights are the softmax of each row of your scores, over the keys."""
    for got in differs(student, shared_draw):
        check_weights(got)


# Output, given the student's own weights


@case(0.75, "output")
def test_output_of_the_lesson(student, lesson, shared_draw):
    """In the lesson's example, the output is your weights times V."""
    got = attend_lesson(student, lesson)
    expected = got.weights.double() @ lesson.v.double()
    check_close("output", got.output, expected, public=True, meaning=MEANINGS["output"])
    differs(student, shared_draw, *LESSON_SIZES)


@case(0.75, "output")
def test_output_is_your_weights_times_v(student, draw, shared_draw):
    """The output is your weights times the values, negative values included."""
    differs(student, shared_draw)
    q, k, v = rectangle(draw)
    got = attend(student, q, k, v)
    expected = got.weights.double() @ v.double()
    check_close("output", got.output, expected, meaning=MEANINGS["output"])
