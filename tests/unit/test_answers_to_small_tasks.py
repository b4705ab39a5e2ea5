"""The answers to the other tasks: right ones right, wrong ones wrong."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
import torch

from tests.answers import TASKS, Answer, answers
from tests.answers.reference import TOLERANCE, drawn, formula, near, run_cell

Names = dict[str, Any]

NO = {"false", "no", "不会"}
"""Words for "the weights don't change" among the right answers."""

SMALL = tuple(task for task in TASKS if task != "attention")


def lesson_attention(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Any:
    """What stands above the small tasks in the notebook, were it solved."""
    return tuple(t.to(q.dtype) for t in formula(q, k, v))


def notebook() -> Names:
    """The names that the notebook has where the small tasks' cells stand."""
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    return {
        "math": math,
        "attention": lesson_attention,
        "one_row": lesson_one_row,
        "pair_x": torch.eye(2),
        "identity": torch.eye(2),
        "key_projection": torch.tensor([[0.0, 2.0], [0.0, 0.0]]),
        "q": x.clone(),
        "k": x.clone(),
        "v": torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]]),
    }


def lesson_one_row(query: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Any:
    return tuple(t[0].to(query.dtype) for t in formula(query[None], k, v))


# ---- what each task asks


def right_projection(names: Names) -> None:
    def reference(x: torch.Tensor, weight: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return (torch.einsum("...i,oi->...o", x, weight),)

    for batch in [(), (2,), (2, 3)]:
        x, weight, _ = drawn(nq=4, nk=3, d=5, dv=1)
        agree(names["project"], reference, x.expand(*batch, 4, 5).clone(), weight)
    x, weight, _ = drawn(nq=4, nk=3, d=3, dv=1, dtype=torch.float64)
    agree(names["project"], reference, x, weight)


def right_one_row(names: Names) -> None:
    def reference(query: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Any:
        return tuple(result[0] for result in formula(query[None], k, v))

    for nk, d, dv, dtype in [
        (3, 2, 2, torch.float32),
        (5, 3, 4, torch.float32),
        (1, 3, 2, torch.float32),
        (4, 5, 2, torch.float64),
    ]:
        q, k, v = drawn(nq=1, nk=nk, d=d, dv=dv, dtype=dtype)
        agree(names["one_row"], reference, q[0], k, v)


def right_separate_projections(names: Names) -> None:
    def reference(x: torch.Tensor, wq: torch.Tensor, wk: torch.Tensor) -> Any:
        return (torch.einsum("ia,da,db,jb->ij", x, wq, wk, x),)

    for n, width, d, dtype in [
        (2, 2, 2, torch.float32),
        (4, 3, 2, torch.float32),
        (3, 2, 3, torch.float64),
    ]:
        x, wq, _ = drawn(nq=n, nk=d, d=width, dv=1, seed=1, dtype=dtype)
        _, wk, _ = drawn(nq=n, nk=d, d=width, dv=1, seed=2, dtype=dtype)
        agree(names["pair_scores"], reference, x, wq, wk)
    near(torch.eye(2), names["shared_scores"], TOLERANCE, "shared_scores")
    separate = torch.tensor([[0.0, 2.0], [0.0, 0.0]])
    near(separate, names["separate_scores"], TOLERANCE, "separate_scores")


def right_changed_values(names: Names) -> None:
    before, after = notebook()["v"], torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]])
    old, _, weights = formula(names["q"], names["k"], before)
    new, _, _ = formula(names["q"], names["k"], after)

    near(before, names["v"], 0.0, "v")
    near(after, names["changed_v"], 0.0, "changed_v")
    near(weights, names["changed_weights"], TOLERANCE, "changed_weights")
    assert names["output_change"].shape == (3, 2)
    near(new - old, names["output_change"], TOLERANCE, "output_change")


def right_exercise_1(names: Names) -> None:
    assert abs(number(names["exercise_1_increase"]) - 0.8022241854) < 1e-4
    assert str(item(names["exercise_1_weights_change"])).strip().lower() in NO
    for nq, nk, dv, reader, changed in [(3, 3, 2, 1, 2), (4, 4, 3, 0, 3), (2, 5, 1, 1, 0)]:
        old_row, new_row = drawn(nq=2, nk=1, d=dv, dv=1, seed=nk)[0]
        weights = formula(*drawn(nq=nq, nk=nk, d=3, dv=1))[2].float()
        inputs = (weights, reader, changed, old_row, new_row)
        before = copy.deepcopy(inputs)
        right = weights[reader, changed] * (new_row - old_row)
        got = names["output_growth"](*inputs)
        assert right.shape == got.shape
        near(right, got, TOLERANCE, "growth")
        unchanged(before, inputs)


def right_exercise_2(names: Names) -> None:
    for name, expected in [
        ("exercise_2_weights", [1 / 3, 1 / 3, 1 / 3]),
        ("exercise_2_output", [2 / 3, 4 / 3]),
    ]:
        got = [number(entry) for entry in names[name]]
        assert len(expected) == len(got)
        assert all(abs(a - b) < 1e-4 for a, b in zip(expected, got, strict=True))
    for nq, nk, d, dv, position in [(3, 3, 2, 2, 1), (4, 4, 4, 4, 3), (2, 5, 3, 1, 0)]:
        q, k, v = drawn(nq=nq, nk=nk, d=d, dv=dv)
        for query in (drawn(nq=1, nk=1, d=d, dv=1, seed=1)[0][0], torch.zeros(d)):
            inputs = (q, k, v, position, query)
            before = copy.deepcopy(inputs)
            output, _, weights = formula(query[None], k, v)
            got = names["row_with_query"](*inputs)
            assert isinstance(got, tuple)
            for right, result in zip((weights[0], output[0]), got, strict=True):
                assert right.shape == result.shape
                near(right, result, TOLERANCE, "row")
            unchanged(before, inputs)


ASKED: dict[str, Callable[[Names], None]] = {
    "projection": right_projection,
    "one-row": right_one_row,
    "separate-projections": right_separate_projections,
    "changed-values": right_changed_values,
    "exercise-1": right_exercise_1,
    "exercise-2": right_exercise_2,
}


def agree(student: Any, reference: Any, *arguments: torch.Tensor) -> None:
    """Values, dtype, untouched arguments and gradients agree with the reference's."""
    before = copy.deepcopy(arguments)
    got = as_tuple(student(*arguments))
    for old, argument in zip(before, arguments, strict=True):
        assert old.tolist() == argument.tolist()
    for right, result in zip(reference(*before), got, strict=True):
        assert right.shape == result.shape
        assert arguments[0].dtype == result.dtype
        near(right, result, tolerance(result), "result")

    mine = [t.clone().requires_grad_() for t in before]
    theirs = [t.double().requires_grad_() for t in before]
    for result, right in zip(as_tuple(student(*mine)), reference(*theirs), strict=True):
        cotangent = torch.randn(right.shape, generator=torch.Generator().manual_seed(1))
        grads = gradients(result, mine, cotangent)
        right_grads = gradients(right, theirs, cotangent)
        for a, b in zip(right_grads, grads, strict=True):
            assert (a is None) == (b is None)
            if a is not None and b is not None:
                near(a, b, tolerance(b), "gradient")


def unchanged(before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
    for was, now in zip(before, after, strict=True):
        assert item_or_list(was) == item_or_list(now)


def item_or_list(value: Any) -> Any:
    return value.tolist() if isinstance(value, torch.Tensor) else value


def gradients(result: torch.Tensor, leaves: list[torch.Tensor], cotangent: torch.Tensor) -> Any:
    cotangent = cotangent.to(result.dtype)
    return torch.autograd.grad(result, leaves, cotangent, retain_graph=True, allow_unused=True)


def as_tuple(result: Any) -> tuple[torch.Tensor, ...]:
    return result if isinstance(result, tuple) else (result,)


def tolerance(result: torch.Tensor) -> float:
    # The cotangents and float32 arguments are exact in float64, so its digits all count.
    return 1e-12 if result.dtype == torch.float64 else TOLERANCE


def item(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def number(value: Any) -> float:
    plain = item(value)
    return float.__float__(float(Fraction(plain.strip()) if isinstance(plain, str) else plain))


# ---- the collections


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Beside other test processes, torch's threads cost these small tensors four times the time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def named(kind: Any) -> list[Any]:
    return [pytest.param(a, id=f"{a.task}-{a.name}") for task in SMALL for a in answers(task, kind)]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("answer", named("right"))
def test_a_right_answer_is_what_its_task_asks(answer: Answer) -> None:
    names = run_cell(answer, **notebook())

    ASKED[answer.task](names)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("answer", named("wrong"))
def test_a_wrong_answer_is_not_what_its_task_asks(answer: Answer) -> None:
    names = run_cell(answer, **notebook())

    wrong = AssertionError, ValueError, TypeError, AttributeError, RuntimeError, KeyError
    with pytest.raises(wrong):
        ASKED[answer.task](names)
