"""Hidden cases of `one_row(query, k, v)`: the hand calculation for one query."""

import pytest
import torch

from autograder.cases.attention.formula import MEANINGS, reference, three_tensors
from autograder.judge.compare import (
    CLOSE,
    EXACT,
    Mismatch,
    check_close,
    check_dtype,
    check_same,
)
from autograder.judge.student import call


def case(weight, stage):
    return pytest.mark.case("one-row-test", weight=weight, stage=stage)


def first_row(student, lesson):
    """The student's (output, scores, weights) for the lesson's first query, each a tensor."""
    given = student.once("lesson", lambda: student.one_row(lesson.q[0], lesson.k, lesson.v))
    return three_tensors(given, "one_row")


def expected_row(query, k, v):
    """The first row of attention with this query alone: [dv], [n], [n]."""
    right = reference(query[None], k, v)
    return {"output": right.output[0], "scores": right.scores[0], "weights": right.weights[0]}


@case(0.25, "interface")
def test_returns_three_tensors(student, lesson):
    """one_row returns a tuple of three tensors: output, scores, weights."""
    first_row(student, lesson)


@case(0.25, "values")
@pytest.mark.parametrize("name", ["scores", "weights", "output"])
def test_the_lesson_s_first_row(student, lesson, name):
    """The lesson's first row comes out, scores, weights and output."""
    got = first_row(student, lesson)
    expected = getattr(lesson, name)[0]
    check_close(name, getattr(got, name), expected, public=True, meaning=MEANINGS[name])


@case(0.25, "values")
@pytest.mark.parametrize("name", ["scores", "weights", "output"])
def test_any_numbers(student, shared_draw, name):
    """Any query, keys and values: negative numbers, other widths, another number of keys."""
    sizes = ((5, 3, 4), (1, 1, 2), (2, 7, 1))
    shapes = [((d,), (keys, d), (keys, width)) for keys, d, width in sizes]
    inputs = [tuple(shared_draw(*shape) for shape in each) for each in shapes]
    steps = [call("one_row", *each) for each in inputs]
    answers = student.once("any numbers", lambda: student.run(*steps))
    for answer, each in zip(answers, inputs, strict=True):
        got, right = three_tensors(answer.value, "one_row"), expected_row(*each)[name]
        check_close(name, getattr(got, name), right, meaning=MEANINGS[name])


@case(0.25, "side effects")
def test_precision_gradients_and_inputs(student, draw):
    """Dtypes are kept, gradients reach query, k and v, and none of them is changed."""
    names, results = ("query", "k", "v"), ("output", "scores", "weights")
    # Of width 16, the root is exact in float32 too: see the float64 case of attention.
    for dtype, width, tolerance in ((torch.float32, 3, CLOSE), (torch.float64, 16, EXACT)):
        inputs = tuple(draw(*shape).to(dtype) for shape in ((width,), (5, width), (5, 4)))
        cotangents = tuple(draw(size).to(dtype) for size in (4, 5, 5))
        leaves = [t.double().clone().requires_grad_(True) for t in inputs]
        right = expected_row(*leaves)
        loss = sum(
            (right[name] * cotangent.double()).sum()
            for name, cotangent in zip(results, cotangents, strict=True)
        )
        expected = torch.autograd.grad(loss, leaves)
        with_gradients, plain = student.run(
            call("one_row", *inputs, cotangents=cotangents),
            call("one_row", *inputs, watched=True),
        )
        for answer in (with_gradients, plain):
            got = three_tensors(answer.value, "one_row")
            for name in results:
                check_dtype(name, getattr(got, name), dtype)
                check_close(
                    name, getattr(got, name), right[name], tolerance=tolerance,
                    meaning=MEANINGS[name],
                )  # fmt: skip
        for name, got, gradient in zip(names, with_gradients.gradients, expected, strict=True):
            if got is None:
                raise Mismatch(f"No gradient reaches {name}: it was detached or copied on the way.")
            check_close(f"the gradient of {name}", got, gradient, tolerance=tolerance)
        for name, before, after in zip(names, inputs, plain.arguments, strict=True):
            check_same(name, before, after)
