"""Hidden cases of `project(x, weight)`: x weightᵀ."""

import pytest
import torch

from autograder.judge.compare import (
    EXACT,
    Mismatch,
    check_close,
    check_dtype,
    check_same,
    check_tensor,
)
from autograder.judge.student import call

MEANING = "x times the transpose of weight"


def case(weight, stage):
    return pytest.mark.case("projection-test", weight=weight, stage=stage)


@case(0.5, "values")
def test_the_lesson_s_values(student, lesson):
    """With the lesson's Wv, project(x, Wv) is the lesson's V."""
    weight = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
    got = student.project(lesson.q, weight)
    check_close("project(x, Wv)", got, lesson.v, public=True, meaning=MEANING)


@case(0.75, "values")
def test_a_square_weight_that_is_not_symmetric(student, draw):
    """project(x, weight) is x times the transpose of weight."""
    x, weight = draw(4, 3), draw(3, 3)
    expected = x.double() @ weight.double().T
    check_close("project(x, weight)", student.project(x, weight), expected, meaning=MEANING)


@case(0.5, "shapes")
def test_other_widths_and_batches(student, draw):
    """The result is as wide as weight has rows, for any leading axes of x."""
    for lead, width, wide in (((), 3, 5), ((2,), 4, 1), ((2, 3), 1, 2)):
        x, weight = draw(*lead, 4, width), draw(wide, width)
        expected = x.double() @ weight.double().T
        check_close("project(x, weight)", student.project(x, weight), expected, meaning=MEANING)


@case(0.25, "side effects")
def test_precision_gradients_and_inputs(student, draw):
    """float64 stays float64, gradients reach x and weight, and neither is changed."""
    x, weight, cotangent = draw(4, 3).double(), draw(5, 3).double(), draw(4, 5).double()
    answer = student.run(call("project", x, weight, cotangents=(cotangent,)))[0]
    check_dtype("project(x, weight)", check_tensor("project(x, weight)", answer.value), x.dtype)
    check_close("project(x, weight)", answer.value, x @ weight.T, tolerance=EXACT)
    expected = (cotangent @ weight, cotangent.T @ x)
    names = ("x", "weight")
    for name, got, right in zip(names, answer.gradients, expected, strict=True):
        if got is None:
            raise Mismatch(f"No gradient reaches {name}: it could not be trained.")
        check_close(f"the gradient of {name}", got, right, tolerance=EXACT)
    plain = student.run(call("project", x, weight))[0]
    for name, before, after in zip(names, (x, weight), plain.arguments, strict=True):
        check_same(name, before, after)
