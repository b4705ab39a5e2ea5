"""The collections of answers are what they say: right ones right, wrong ones wrong.

The properties here stand by themselves: a formula in float64 and nothing of the autograder.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import torch

from tests.answers import TASKS, Answer, answers
from tests.answers.reference import TOLERANCE, Tensors, drawn, formula, near, run_cell

Attention = Callable[..., Any]

# Scores around 1200 have a spacing of 1.2e-4 in float32, and the exponential passes it on.
TOLERANCE_LARGE = 1e-3

# Not to be run in the process of the tests; the sandbox's tests run them.
ENDS_THE_PROCESS = {
    "ends_the_process": "os._exit",
    "ends_the_process_at_definition": "os._exit",
    "kills_itself": "SIGKILL",
    "segmentation_fault": "reads address zero",
}
ENDLESS = {
    "never_ends": "a loop that also eats memory",
    "never_ends_for_long_inputs": "a loop",
    "ignores_interrupts": "a loop that cannot be interrupted",
    "floods_the_output": "prints without end",
}
PATCHES = {
    "replaces_allclose": "torch and numpy stay patched",
    "replaces_softmax": "torch stays patched",
    "replaces_builtins": "builtins stay patched",
    "tensor_equality_patched": "torch stays patched",
}
FINDS_A_RIGHT_ONE_HERE = {
    "searches_the_memory": "finds another answer in this process and gives its results",
    "imports_the_solution": "finds the solution, which lies on this process's path",
}
NOT_RUN = ENDS_THE_PROCESS | ENDLESS | PATCHES | FINDS_A_RIGHT_ONE_HERE


# ---- a result against the formula


def meets(attention: Attention, inputs: Tensors, tolerance: float = TOLERANCE) -> None:
    """The answer agrees with the formula on what the inputs were before the call."""
    q, k, v = (t.clone() for t in inputs)
    got = attention(*inputs)
    agrees(got, (q, k, v), tolerance)


def agrees(got: Any, inputs: Tensors, tolerance: float = TOLERANCE) -> None:
    """A tuple of three tensors with the formula's shapes and values, and the inputs' dtype."""
    assert isinstance(got, tuple), f"a {type(got).__name__}, not a tuple"
    assert len(got) == 3
    with torch.enable_grad():
        expected = formula(*inputs)
    for name, result, right in zip(("output", "scores", "weights"), got, expected, strict=True):
        assert isinstance(result, torch.Tensor), f"{name}: a {type(result).__name__}"
        assert right.shape == result.shape, f"{name}: {tuple(result.shape)}"
        assert inputs[0].dtype == result.dtype, f"{name}: {result.dtype}"
        near(right, result, tolerance if inputs[0].dtype == torch.float32 else 1e-12, name)


# ---- the properties that the stub lists; the first that fails names what is wrong


def gives_the_lessons_values(attention: Attention) -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    v = torch.tensor([[1.0, 0.0], [0.0, 2.0], [1.0, 2.0]])

    output, scores, weights = attention(x.clone(), x.clone(), v)

    near(torch.tensor([0.8022241854, 1.1977758146]), output[0], 1e-6, "output")
    near(torch.tensor([0.7071067812, 0.0, 0.7071067812]), scores[0], 1e-6, "scores")
    near(torch.tensor([0.2482550783, 0.2482550783, 0.5034898435]), weights[2], 1e-6, "weights")


def takes_a_rectangle(attention: Attention) -> None:
    for seed, (nq, nk, d, dv) in enumerate([(5, 7, 3, 4), (2, 6, 5, 3), (4, 3, 6, 8)]):
        inputs = drawn(nq=nq, nk=nk, d=d, dv=dv, seed=seed)
        meets(attention, inputs)


def takes_batch_axes(attention: Attention) -> None:
    for batch in [(2,), (3, 2), (2, 1, 3), (9,), (1, 1)]:
        inputs = drawn(*batch, nq=5, nk=4, d=3, dv=7, seed=len(batch))
        meets(attention, inputs)


def keeps_axes_of_size_one(attention: Attention) -> None:
    one_query, one_key = drawn(nq=1, nk=4, d=3, dv=2), drawn(nq=3, nk=1, d=4, dv=2)
    width_one, batch_of_one = drawn(nq=3, nk=4, d=1, dv=1), drawn(1, nq=2, nk=3, d=3, dv=4)
    all_ones = drawn(1, 1, nq=1, nk=1, d=1, dv=1)
    for inputs in (one_query, one_key, width_one, batch_of_one, all_ones):
        meets(attention, inputs)


def takes_long_inputs(attention: Attention) -> None:
    for nq, nk, d in [(50, 48, 7), (20, 20, 24), (2, 140, 3)]:
        meets(attention, drawn(nq=nq, nk=nk, d=d, dv=5))
    meets(attention, drawn(70, nq=2, nk=3, d=3, dv=5))
    meets(attention, drawn(nq=70, nk=2, d=3, dv=5))


def takes_sizes_that_are_equal(attention: Attention) -> None:
    for nq, nk, d, dv in [(3, 5, 5, 2), (5, 3, 5, 2), (6, 6, 3, 2), (3, 3, 3, 3)]:
        for batch in [(), (2,), (2, 2)]:
            meets(attention, drawn(*batch, nq=nq, nk=nk, d=d, dv=dv))


def takes_any_numbers(attention: Attention) -> None:
    q, k, v = drawn(nq=4, nk=5, d=3, dv=2)
    k_twice, k_zero, v_zero = k.clone(), k.clone(), v.clone()
    k_twice[3], k_zero[2], v_zero[1] = k[0], 0.0, 0.0
    for inputs in [(q, k_twice, v), (q, k_zero, v), (q, k, v_zero), (q, k, 1e4 * v)]:
        meets(attention, inputs)


def averages_for_a_zero_query(attention: Attention) -> None:
    q, k, v = drawn(nq=4, nk=3, d=3, dv=2)
    q[1] = 0.0
    k[2] = torch.tensor([0.0, 0.0, 5.0])
    q[2] = torch.tensor([1.0, 1.0, 0.0])
    meets(attention, (q, k, v))


def stays_finite_for_large_scores(attention: Attention) -> None:
    _, k, v = drawn(nq=5, nk=4, d=4, dv=3)
    k[:, 0] = torch.tensor([1.0, 0.5, -1.0, 0.25])
    for first in [(2400, 1200, 200, -24, 0), (-2400, -400, 2400, 20, -2400)]:
        q = torch.zeros(5, 4)
        q[:, 0] = torch.tensor(first, dtype=torch.float32)
        meets(attention, (q, k, v), TOLERANCE_LARGE)
        meets(attention, tuple(t.expand(2, 2, *t.shape).clone() for t in (q, k, v)), 1e-3)  # type: ignore[arg-type]
        scores = attention(q, k, v)[1]
        near(formula(q, k, v)[1], scores, TOLERANCE, "scores")
    all_near_one = k.clone()
    all_near_one[:, 0] = torch.tensor([1.0, 1.0, 1.0, 0.9375])
    q = torch.zeros(5, 4)
    q[:, 0] = torch.tensor([2400.0, 200.0, 40.0, -50.0, -400.0])
    meets(attention, (q, all_near_one, v), TOLERANCE_LARGE)


def keeps_float64(attention: Attention) -> None:
    for batch in [(), (2,), (2, 2)]:
        inputs = drawn(*batch, nq=3, nk=5, d=3, dv=2, dtype=torch.float64)
        meets(attention, inputs)
        q, k, v = inputs
        got = attention(3e4 * q, k, v)
        assert all(t.dtype == torch.float64 for t in got)
        agrees_in_large(got, (3e4 * q, k, v))
    meets(attention, drawn(nq=2, nk=60, d=16, dv=2, dtype=torch.float64))


def agrees_in_large(got: Any, inputs: Tensors) -> None:
    for name, result, right in zip(
        ("output", "scores", "weights"), got, formula(*inputs), strict=True
    ):
        near(right, result, 1e-9, name)


def takes_non_contiguous_inputs(attention: Attention) -> None:
    q, k, v = drawn(2, nq=3, nk=5, d=4, dv=3)
    columns_first = (t.transpose(-2, -1).contiguous().transpose(-2, -1) for t in (q, k, v))
    meets(attention, tuple(columns_first))  # type: ignore[arg-type]
    doubles = drawn(nq=3, nk=5, d=4, dv=3, dtype=torch.float64)
    meets(attention, tuple(t.mT.contiguous().mT for t in doubles))  # type: ignore[arg-type]
    q, k, v = drawn(3, 2, nq=4, nk=4, d=6, dv=6)
    rows = drawn(nq=1, nk=1, d=3, dv=2)
    meets(attention, tuple(t.expand(4, -1) for t in rows))  # type: ignore[arg-type]
    every_other = (t.transpose(0, 1)[..., ::2] for t in (q, k, v))
    meets(attention, tuple(every_other))  # type: ignore[arg-type]


def passes_gradients_through_every_result(attention: Attention) -> None:
    kinds = [
        drawn(*batch, nq=nq, nk=4, d=3, dv=2, seed=5, dtype=dtype)
        for batch, nq, dtype in [
            ((), 3, torch.float32),
            ((2,), 3, torch.float64),
            ((2, 2), 3, torch.float32),
            ((), 1, torch.float64),
        ]
    ]
    kinds.append(tuple(t.mT.contiguous().mT for t in kinds[0]))  # type: ignore[arg-type]
    q, k, v = drawn(nq=3, nk=4, d=3, dv=2, dtype=torch.float64)
    kinds.append((1e3 * q, k, v))
    for inputs in kinds:
        dtype = inputs[0].dtype
        for through in range(3):
            mine = [t.clone().requires_grad_() for t in inputs]
            result = attention(*mine)[through]
            cotangent = torch.randn(
                result.shape, generator=torch.Generator().manual_seed(through), dtype=dtype
            )
            got = torch.autograd.grad(result, mine, cotangent, allow_unused=True)

            theirs = [t.double().clone().requires_grad_() for t in inputs]
            right = torch.autograd.grad(
                formula(*theirs)[through], theirs, cotangent.double(), allow_unused=True
            )
            for name, a, b in zip("qkv", right, got, strict=True):
                zero = torch.zeros(1) if a is None else torch.zeros_like(a)
                a, b = (zero if a is None else a), (zero if b is None else b)
                tolerance = TOLERANCE if dtype == torch.float32 else 1e-12
                near(a.expand_as(b), b, tolerance, f"gradient of result {through} for {name}")


def leaves_its_inputs_alone(attention: Attention) -> None:
    kinds = [
        drawn(*batch, nq=3, nk=3, d=3, dv=3, dtype=dtype)
        for batch in [(), (2,), (2, 2)]
        for dtype in [torch.float32, torch.float64]
    ]
    kinds.append(tuple(t.mT for t in kinds[0]))  # type: ignore[arg-type]
    for inputs in [*kinds, drawn(2, nq=3, nk=4, d=3, dv=2)]:
        before = copy.deepcopy(inputs)
        attention(*inputs)
        for old, new in zip(before, inputs, strict=True):
            assert old.shape == new.shape
            assert old.tolist() == new.tolist()
            assert not new.requires_grad
    q, k, v = (t.requires_grad_() for t in drawn(nq=3, nk=3, d=3, dv=3))
    before = copy.deepcopy((q, k, v))
    attention(q, k, v)
    for old, new in zip(before, (q, k, v), strict=True):
        assert old.tolist() == new.tolist()
        assert new.requires_grad


def keeps_no_state(attention: Attention) -> None:
    a = drawn(nq=3, nk=4, d=3, dv=2, seed=1)
    b = drawn(nq=3, nk=4, d=3, dv=2, seed=2)
    reordered = tuple(t.flip(0) for t in a)
    first = attention(*a)
    for inputs in (a, b, a, reordered):
        meets(attention, inputs)  # type: ignore[arg-type]
    agrees(first, a)
    a[0].mul_(2.0)
    meets(attention, a)
    for batch, dtype in [((), torch.float32), ((2,), torch.float64), ((2, 2), torch.float32)]:
        q, k, v = drawn(*batch, nq=3, nk=4, d=3, dv=2, seed=3, dtype=dtype)
        r, s, t = drawn(*batch, nq=3, nk=4, d=3, dv=2, seed=4, dtype=dtype)
        results = []
        order = [(q, k, v), (r, k, v), (q, s, v), (q, k, t), (q, k, v)]
        for inputs in order:
            results.append(attention(*inputs))
        for result, inputs in zip(results, order, strict=True):
            agrees(result, inputs)
        k.mul_(2.0)
        meets(attention, (q, k, v))


def leaves_torch_alone(attention: Attention) -> None:
    _standard_settings()  # an earlier call may have changed some
    torch.manual_seed(271828)
    before = _torch_state()
    attention(*drawn(nq=3, nk=4, d=3, dv=2))
    q, k, v = drawn(2, nq=3, nk=4, d=3, dv=2)
    attention(1e3 * q, k, v)
    assert before == _torch_state()


def _torch_state() -> tuple[Any, ...]:
    return (
        tuple(torch.get_rng_state().tolist()),
        torch.get_default_dtype(),
        torch.is_grad_enabled(),
        torch.are_deterministic_algorithms_enabled(),
        torch.get_float32_matmul_precision(),
        math.ulp(0.0) * 1.0 == 0.0,  # where denormal numbers are flushed
        repr(torch.tensor([1e-5, 1.0])),  # as the print options have it
        np.geterr(),
    )


def _standard_settings() -> None:
    torch.set_grad_enabled(True)
    torch.use_deterministic_algorithms(False)
    torch.set_flush_denormal(False)
    torch.set_float32_matmul_precision("highest")
    torch.set_printoptions(profile="default", sci_mode=None)
    np.seterr(divide="warn", over="warn", under="ignore", invalid="warn")


PROPERTIES: tuple[Callable[[Attention], None], ...] = (
    gives_the_lessons_values,
    takes_a_rectangle,
    takes_batch_axes,
    keeps_axes_of_size_one,
    takes_long_inputs,
    takes_sizes_that_are_equal,
    takes_any_numbers,
    averages_for_a_zero_query,
    stays_finite_for_large_scores,
    keeps_float64,
    takes_non_contiguous_inputs,
    leaves_its_inputs_alone,
    passes_gradients_through_every_result,
    keeps_no_state,
    leaves_torch_alone,
)


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Beside other test processes, torch's threads cost these small tensors four times the time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def named(task: str, kind: Any) -> list[Any]:
    return [pytest.param(answer, id=answer.name) for answer in answers(task, kind)]


# ---- the collections


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_right_and_wrong_answers(task: str) -> None:
    least_right, least_wrong = (44, 110) if task == "attention" else (5, 8)

    assert least_right <= len(answers(task, "right"))
    assert least_wrong <= len(answers(task, "wrong"))


@pytest.mark.parametrize("task", TASKS)
def test_names_and_first_lines_are_unique_within_a_task(task: str) -> None:
    everything = answers(task, "right") + answers(task, "wrong")

    assert len(everything) == len({answer.name for answer in everything})
    assert len(everything) == len({answer.what for answer in everything})
    assert len(everything) == len({answer.code for answer in everything})


def test_every_tier_has_at_least_ten_wrong_answers() -> None:
    tiers = [answer.tier for answer in answers("attention", "wrong")]

    for tier in ("core", "general", "numeric", "contract", "cheat"):
        assert tiers.count(tier) >= 10, tier


def test_an_unknown_task_is_refused_with_the_list_of_tasks() -> None:
    with pytest.raises(ValueError, match="the tasks are projection, one-row, attention"):
        answers("attenton", "right")


def test_what_is_not_run_here_is_in_the_collection() -> None:
    assert set(NOT_RUN) <= {answer.name for answer in answers("attention", "wrong")}


# ---- attention


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("answer", named("attention", "right"))
def test_a_right_attention_has_every_property(answer: Answer) -> None:
    attention = run_cell(answer)["attention"]

    for has_property in PROPERTIES:
        has_property(attention)


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize("answer", [p for p in named("attention", "wrong") if p.id not in NOT_RUN])
def test_a_wrong_attention_lacks_a_property(answer: Answer) -> None:
    try:
        attention = run_cell(answer)["attention"]
    except (KeyError, SyntaxError):
        return

    assert lacking(attention), "this one has every property that the stub lists"


def lacking(attention: Attention) -> str:
    """The first property that an answer lacks; "" if it has them all."""
    for has_property in PROPERTIES:
        try:
            has_property(attention)
        except KeyboardInterrupt:
            raise
        except BaseException:  # some leave by SystemExit or by an exception of their own
            return has_property.__name__
    return ""


def test_no_property_is_there_for_nothing() -> None:
    """Each property is the only one that some wrong answer lacks."""
    alone = {
        "takes_a_rectangle": "output_as_wide_as_the_query",
        "takes_batch_axes": "unpacks_two_axes",
        "keeps_axes_of_size_one": "single_query_squeezed",
        "takes_long_inputs": "at_most_sixteen_keys",
        "averages_for_a_zero_query": "zero_query_reads_nothing",
        "stays_finite_for_large_scores": "overflowing_exponentials",
        "keeps_float64": "float64_through_float32",
        "takes_non_contiguous_inputs": "view_needs_contiguous",
        "passes_gradients_through_every_result": "gradient_hook",
        "leaves_its_inputs_alone": "clears_the_queries",
        "keeps_no_state": "cached_by_identity",
        "leaves_torch_alone": "draws_a_random_number",
    }
    wrong = {answer.name: answer for answer in answers("attention", "wrong")}

    assert alone == {lacking(run_cell(wrong[name])["attention"]): name for name in alone.values()}
