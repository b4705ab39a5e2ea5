"""Hidden cases of the two experiments: separate projections, and changed values."""

import pytest
import torch

from autograder.cases.attention.formula import three_tensors
from autograder.errors import StudentError
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

PAIRS = "the dot products of every query with every key, not scaled"


def separate(weight, stage="values"):
    return pytest.mark.case("separate-projections-test", weight=weight, stage=stage)


def changed(weight, stage="values"):
    return pytest.mark.case("changed-values-test", weight=weight, stage=stage)


@separate(0.25)
def test_shared_projection(student):
    """With one shared projection the two directions of the pair score alike."""
    expected = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    check_close("shared_scores", student["shared_scores"], expected, public=True, meaning=PAIRS)


@separate(0.25)
def test_separate_projections(student):
    """With a key projection of their own the two directions score differently."""
    expected = torch.tensor([[0.0, 2.0], [0.0, 0.0]])
    check_close("separate_scores", student["separate_scores"], expected, public=True, meaning=PAIRS)


@separate(0.4)
def test_pair_scores_of_any_projections(student, draw):
    """pair_scores projects queries and keys and takes all their dot products, unscaled."""
    for positions, width, wide in ((2, 2, 2), (4, 3, 5)):
        x, wq, wk = draw(positions, width), draw(wide, width), draw(wide, width)
        expected = (x.double() @ wq.double().T) @ (x.double() @ wk.double().T).T
        got = student.pair_scores(x, wq, wk)
        check_close("pair_scores(x, wq, wk)", got, expected, meaning=PAIRS)


@separate(0.1, "side effects")
def test_pair_scores_keeps_precision_gradients_and_inputs(student, draw):
    """Dtypes are kept, gradients reach x, wq and wk, and none of them is changed."""
    names, label = ("x", "wq", "wk"), "pair_scores(x, wq, wk)"
    for dtype, tolerance in ((torch.float32, CLOSE), (torch.float64, EXACT)):
        inputs = tuple(draw(*shape).to(dtype) for shape in ((4, 3), (5, 3), (5, 3)))
        cotangent = draw(4, 4).to(dtype)
        with_gradients, plain = student.run(
            call("pair_scores", *inputs, cotangents=(cotangent,)),
            call("pair_scores", *inputs, watched=True),
        )
        x, wq, wk = leaves = [t.double().clone().requires_grad_(True) for t in inputs]
        right = x @ wq.T @ wk @ x.T
        for answer in (with_gradients, plain):
            check_dtype(label, check_tensor(label, answer.value), dtype)
            check_close(label, answer.value, right, tolerance=tolerance, meaning=PAIRS)
        expected = torch.autograd.grad((right * cotangent.double()).sum(), leaves)
        for name, got, gradient in zip(names, with_gradients.gradients, expected, strict=True):
            if got is None:
                raise Mismatch(f"No gradient reaches {name}: it could not be trained.")
            check_close(f"the gradient of {name}", got, gradient, tolerance=tolerance)
        for name, before, after in zip(names, inputs, plain.arguments, strict=True):
            check_same(name, before, after)


def agrees(got, own):
    """Whether two tensors are alike, whatever their dtypes and shapes are."""
    if got.shape != own.shape or got.numel() == 0:
        return False
    return torch.allclose(got.double(), own.double(), atol=1e-6)


def own_attention(student, lesson, v):
    """What the student's own attention gives for the lesson's q and k, or None."""
    try:
        got = three_tensors(student.attention(lesson.q, lesson.k, v))
    except (StudentError, Mismatch):
        return None
    return got


@pytest.fixture
def changed_v():
    return torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])


@changed(0.25)
def test_only_the_third_row_changed(student, lesson, changed_v):
    """changed_v is a copy of v with the third row [3, 2]; v itself is as it was."""
    check_close("changed_v", student["changed_v"], changed_v, public=True, meaning="v, changed")
    check_close("v", student["v"], lesson.v, public=True, meaning="as it was: change a copy")


@changed(0.25)
def test_weights_do_not_change(student, lesson, changed_v):
    """The weights are those of before, since scores and softmax do not use V."""
    got = check_tensor("changed_weights", student["changed_weights"])
    if agrees(got, lesson.weights):
        return
    own = own_attention(student, lesson, changed_v)
    if own is not None and agrees(got, own.weights):
        return  # right for an attention of the student's that may be wrong
    check_close(
        "changed_weights", got, lesson.weights, public=True, meaning="the weights of before"
    )


@changed(0.5)
def test_the_output_moves(student, lesson, changed_v):
    """output_change is the new output minus the old one."""
    got = check_tensor("output_change", student["output_change"])
    expected = torch.tensor([[0.8022241854, 0.0], [0.8022241854, 0.0], [1.0069796870, 0.0]])
    if agrees(got, expected):
        return
    before = own_attention(student, lesson, lesson.v)
    after = own_attention(student, lesson, changed_v)
    if before is not None and after is not None and before.output.shape == after.output.shape:
        own = after.output.double() - before.output.double()
        if agrees(got, own) and own.abs().max() > 1e-3:
            return  # right for an attention of the student's that may be wrong
    check_close("output_change", got, expected, public=True, meaning="new output - old output")
