"""Hidden cases of `project(x, weight)`: x weightᵀ."""

import pytest
import torch

from autograder.judge.compare import (
    CLOSE,
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
    several = (((), 3, 5), ((2,), 4, 1), ((2, 3), 1, 2), ((2, 3), 5, 3), ((1, 1), 2, 2))
    inputs = [(draw(*lead, 4, width), draw(wide, width)) for lead, width, wide in several]
    inputs.append((draw(3, 2, 6, 4).double(), draw(2, 4).double()))
    answers = student.run(*[call("project", *pair) for pair in inputs])
    for answer, (x, weight) in zip(answers, inputs, strict=True):
        expected = x.double() @ weight.double().T
        check_close("project(x, weight)", answer.value, expected, meaning=MEANING)


@case(0.25, "side effects")
def test_precision_gradients_and_inputs(student, draw):
    """Dtypes are kept, gradients reach x and weight, and neither is changed."""
    names, label = ("x", "weight"), "project(x, weight)"
    for lead, dtype, tolerance in (
        ((), torch.float64, EXACT),
        ((), torch.float32, CLOSE),
        ((2, 3), torch.float32, CLOSE),
    ):
        inputs = (draw(*lead, 4, 3).to(dtype), draw(5, 3).to(dtype))
        cotangent = draw(*lead, 4, 5).to(dtype)
        with_gradients, plain = student.run(
            call("project", *inputs, cotangents=(cotangent,)),
            call("project", *inputs, watched=True),
        )
        x, weight = leaves = [t.double().clone().requires_grad_(True) for t in inputs]
        right = x @ weight.T
        for answer in (with_gradients, plain):
            check_dtype(label, check_tensor(label, answer.value), dtype)
            check_close(label, answer.value, right, tolerance=tolerance, meaning=MEANING)
        expected = torch.autograd.grad((right * cotangent.double()).sum(), leaves)
        for name, got, gradient in zip(names, with_gradients.gradients, expected, strict=True):
            if got is None:
                raise Mismatch(f"No gradient reaches {name}: it could not be trained.")
            check_close(f"the gradient of {name}", got, gradient, tolerance=tolerance)
        for name, before, after in zip(names, inputs, plain.arguments, strict=True):
            check_same(name, before, after)
