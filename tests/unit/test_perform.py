"""Performing requests: what a student's function did, as values, and nothing left behind."""

from __future__ import annotations

import linecache
import random
import sys
import textwrap
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from autograder.judge.student import call, read
from autograder.wire.messages import (
    Array,
    Call,
    Fault,
    Foreign,
    ListValue,
    Read,
    Request,
    Returned,
    TupleValue,
    decode,
    encode,
)
from autograder.wire.perform import perform
from autograder.wire.values import from_value, to_array


def performed(namespace: dict[str, Any], *steps: Call | Read) -> list[Returned]:
    """The results of the steps; the request travels as bytes, as it does to a sandbox."""
    request = decode(encode(Request(steps)), Request)
    return list(perform(request, namespace).results)


def the_fault(function: Callable[..., Any], *arguments: object) -> Fault:
    (result,) = performed({"f": function}, call("f", *arguments))
    assert isinstance(result.value, Fault)
    return result.value


# ---- calls and reads


def test_a_call_gives_what_the_function_returns_and_the_arguments_as_they_are() -> None:
    (result,) = performed({"add": lambda a, b: a + b}, call("add", torch.ones(2), 3, watched=True))

    assert [4, 4] == from_value(result.value).tolist()
    assert [1, 1] == from_value(result.arguments[0]).tolist()
    assert 3 == result.arguments[1]
    assert () == result.gradients
    assert () == result.disturbed


def test_of_a_call_that_is_not_watched_only_the_result_comes_back() -> None:
    (result,) = performed({"add": lambda a, b: a + b}, call("add", torch.ones(2), 3))

    assert [4, 4] == from_value(result.value).tolist()
    assert ((), ()) == (result.arguments, result.disturbed)


def test_a_read_gives_the_variable() -> None:
    (result,) = performed({"x": (1, [2.0])}, read("x"))

    assert Returned(TupleValue((1, ListValue((2.0,))))) == result


def test_steps_share_one_state_in_order() -> None:
    namespace: dict[str, Any] = {}

    def step() -> int:
        namespace["count"] = namespace.get("count", 0) + 1
        return int(namespace["count"])

    namespace["step"] = step

    results = performed(namespace, call("step"), call("step"), read("count"))

    assert [1, 2, 2] == [result.value for result in results]


@pytest.mark.parametrize("step", [call("missing", 1), read("missing")], ids=["call", "read"])
def test_a_name_that_is_not_there_is_said(step: Call | Read) -> None:
    (result,) = performed({}, step)

    assert Fault("NameError", "missing is not defined") == result.value


def test_what_can_t_be_called_is_a_fault() -> None:
    fault = the_fault(None)  # type: ignore[arg-type]

    assert "TypeError" == fault.type_name
    assert "not callable" in fault.text


def test_anything_callable_can_be_called() -> None:
    class Twice:
        def __call__(self, x: float) -> float:
            return 2 * x

    assert 6.0 == performed({"f": Twice()}, call("f", 3.0))[0].value


def test_an_argument_that_the_call_changes_comes_back_changed() -> None:
    def scale(x: torch.Tensor) -> torch.Tensor:
        return x.mul_(2)

    (result,) = performed({"scale": scale}, call("scale", torch.ones(2), watched=True))

    assert [2, 2] == from_value(result.arguments[0]).tolist()


def test_requires_grad_that_the_call_switches_on_is_seen() -> None:
    (result,) = performed(
        {"f": lambda x: x.requires_grad_().sum()}, call("f", torch.ones(2), watched=True)
    )

    assert result.arguments[0].requires_grad


def test_a_transposed_argument_is_not_contiguous_for_the_student() -> None:
    namespace = {"f": lambda x: (x.is_contiguous(), x)}
    sent = torch.arange(6.0).reshape(2, 3)

    (result,) = performed(namespace, call("f", sent, layout="transposed"))
    contiguous, got = from_value(result.value)

    assert not contiguous
    assert torch.equal(sent, got)


def test_what_the_function_prints_goes_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    def loud() -> int:
        print("10/10 points")
        print("to stderr", file=sys.stderr)
        return 1

    assert 1 == performed({"loud": loud}, call("loud"))[0].value
    assert ("", "") == capsys.readouterr()


def test_what_does_not_travel_is_named() -> None:
    (result,) = performed({"f": lambda: (x for x in [1])}, call("f"))

    assert isinstance(result.value, Foreign)
    assert "generator" == result.value.type_name


def test_an_object_that_fights_back_is_a_value_too() -> None:
    class Fights:
        @property
        def __class__(self) -> Any:
            raise SystemExit(3)

        def __repr__(self) -> str:
            raise ValueError

    first, second = performed({"f": Fights, "x": 1}, call("f"), read("x"))

    assert isinstance(first.value, Foreign | Fault)
    assert 1 == second.value


# ---- values are taken at the end


def test_a_result_that_a_later_call_overwrites_shows_it() -> None:
    kept = torch.zeros(2)

    def always_the_same_tensor(x: torch.Tensor) -> torch.Tensor:
        return kept.copy_(x)

    first, second = performed(
        {"f": always_the_same_tensor}, call("f", torch.ones(2)), call("f", torch.full((2,), 5.0))
    )

    assert [5, 5] == from_value(first.value).tolist()
    assert [5, 5] == from_value(second.value).tolist()


def test_arguments_that_are_refilled_are_the_same_objects_with_other_values() -> None:
    seen: list[int] = []

    def identity_of(x: torch.Tensor) -> torch.Tensor:
        seen.append(id(x))
        return x + 0

    first, second = performed(
        {"f": identity_of},
        call("f", torch.ones(2)),
        call("f", torch.full((2,), 7.0), refill=0),
    )

    assert seen[0] == seen[1]
    assert [1, 1] == from_value(first.value).tolist()
    assert [7, 7] == from_value(second.value).tolist()


def test_an_answer_kept_by_the_argument_s_identity_is_found_out() -> None:
    remembered: dict[int, torch.Tensor] = {}

    def cached(x: torch.Tensor) -> torch.Tensor:
        return remembered.setdefault(id(x), x * 2)

    _, second = performed(
        {"f": cached}, call("f", torch.ones(1)), call("f", torch.full((1,), 5.0), refill=0)
    )

    assert [2] == from_value(second.value).tolist()  # not 10: the case can see it


def test_an_argument_whose_shape_a_call_changed_can_t_be_refilled_and_that_is_a_fault() -> None:
    _, second = performed(
        {"f": lambda x: x.t_()},
        call("f", torch.ones(2, 3)),
        call("f", torch.zeros(2, 3), refill=0),
    )

    assert isinstance(second.value, Fault)
    assert "RuntimeError" == second.value.type_name


# ---- gradients


def test_gradients_are_of_the_results_times_their_cotangents() -> None:
    a, b = torch.tensor([2.0, 3.0]), torch.tensor([5.0, 7.0])
    up, down = torch.tensor([1.0, 10.0]), torch.tensor([100.0, 1000.0])

    (result,) = performed(
        {"f": lambda a, b: (a * b, a + b)}, call("f", a, b, cotangents=[up, down])
    )
    of_a, of_b = (from_value(gradient).tolist() for gradient in result.gradients)

    # d/da of up·(a b) + down·(a + b) is up b + down.
    assert [1 * 5 + 100, 10 * 7 + 1000] == of_a
    assert [1 * 2 + 100, 10 * 3 + 1000] == of_b


def test_a_cotangent_of_none_leaves_its_result_out() -> None:
    (result,) = performed(
        {"f": lambda x: (x * 2, x * 3)}, call("f", torch.ones(1), cotangents=[None, torch.ones(1)])
    )

    assert [3] == from_value(result.gradients[0]).tolist()


def test_one_tensor_is_a_result_without_a_tuple() -> None:
    (result,) = performed(
        {"f": lambda x: x * 4}, call("f", torch.ones(1), cotangents=[torch.ones(1)])
    )

    assert [4] == from_value(result.gradients[0]).tolist()


@pytest.mark.parametrize(
    "function",
    {
        "a detached result": lambda x, y: x.detach() * y.detach(),
        "no tensor": lambda x, y: 3.0,
        "nothing": lambda x, y: None,
        "an empty tuple": lambda x, y: (),
        "something unrelated": lambda x, y: torch.ones(2, requires_grad=True) * 2,
    }.items(),
    ids=lambda pair: pair[0],
)
def test_where_nothing_reaches_there_is_no_gradient(
    function: tuple[str, Callable[..., Any]],
) -> None:
    (result,) = performed(
        {"f": function[1]}, call("f", torch.ones(2), torch.ones(2), cotangents=[torch.ones(2)])
    )

    assert (None, None) == result.gradients


def test_an_argument_that_is_left_out_has_no_gradient_and_the_other_has() -> None:
    (result,) = performed(
        {"f": lambda x, y: x * y.detach()},
        call("f", torch.ones(1), torch.full((1,), 6.0), cotangents=[torch.ones(1)]),
    )

    assert [6] == from_value(result.gradients[0]).tolist()
    assert result.gradients[1] is None


def test_whole_numbers_and_plain_values_ask_for_no_gradient() -> None:
    (result,) = performed(
        {"f": lambda x, i, s: x * i * s},
        call("f", torch.ones(2), torch.tensor([2, 3]), 4.0, cotangents=[torch.ones(2)]),
    )

    assert [8, 12] == from_value(result.gradients[0]).tolist()
    assert (None, None) == result.gradients[1:]


def test_a_result_that_does_not_fit_its_cotangent_is_a_fault() -> None:
    (result,) = performed(
        {"f": lambda x: x * 1}, call("f", torch.ones(3), cotangents=[torch.ones(2)])
    )

    assert isinstance(result.value, Fault)


def test_a_backward_pass_that_raises_is_a_fault() -> None:
    class Refuses(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:  # type: ignore[override]
            raise ValueError("no way back")

    (result,) = performed(
        {"f": Refuses.apply}, call("f", torch.ones(1), cotangents=[torch.ones(1)])
    )

    assert isinstance(result.value, Fault)
    assert ("ValueError", "no way back") == (result.value.type_name, result.value.text)


# ---- globals


@pytest.mark.parametrize(
    ("expected", "disturb"),
    [
        ("torch's random generator", lambda: torch.rand(1)),
        ("torch's random generator", lambda: torch.manual_seed(0)),
        ("numpy's random generator", lambda: np.random.rand()),
        ("numpy's random generator", lambda: np.random.seed(0)),
        ("Python's random generator", random.random),
        ("Python's random generator", lambda: random.seed(0)),
        ("the default dtype", lambda: torch.set_default_dtype(torch.float64)),
        ("the grad mode", lambda: torch.set_grad_enabled(False)),
        ("the anomaly mode", lambda: torch.autograd.set_detect_anomaly(True)),
        ("deterministic algorithms", lambda: torch.use_deterministic_algorithms(True)),
        ("the flushing of denormal numbers", lambda: torch.set_flush_denormal(True)),
        ("the precision of float32 products", lambda: torch.set_float32_matmul_precision("medium")),
        ("torch's print options", lambda: torch.set_printoptions(precision=2)),
        ("torch's print options", lambda: torch.set_printoptions(sci_mode=True)),
        ("numpy's error handling", lambda: np.seterr(over="ignore")),
        ("the number of threads", lambda: torch.set_num_threads(3 - torch.get_num_threads())),
    ],
)
def test_a_global_that_was_not_left_alone_is_named(
    expected: str, disturb: Callable[[], Any]
) -> None:
    def function() -> int:
        disturb()
        return 1

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # anomaly mode warns when it is switched on
        first, second = performed({"f": function}, call("f", watched=True), call("f", watched=True))

    assert ((expected,), (expected,)) == (first.disturbed, second.disturbed)


def test_globals_that_are_put_back_were_left_alone() -> None:
    def tidy() -> float:
        state = torch.get_rng_state()
        with torch.no_grad():
            number = torch.rand(1).item()
        torch.set_rng_state(state)
        return number

    (result,) = performed({"tidy": tidy}, call("tidy", watched=True))

    assert () == result.disturbed


@pytest.mark.parametrize("raises", [False, True])
def test_a_changed_default_dtype_does_not_reach_the_next_call(raises: bool) -> None:
    def changes() -> None:
        torch.set_default_dtype(torch.float64)
        torch.set_grad_enabled(False)
        if raises:
            raise ValueError

    namespace = {"f": changes, "g": lambda: (torch.ones(1), torch.is_grad_enabled())}

    _, result = performed(namespace, call("f"), call("g"))
    ones, grad_mode = from_value(result.value)

    assert torch.float32 == ones.dtype
    assert grad_mode


def test_settings_that_a_cell_made_are_those_of_before_after_a_call() -> None:
    torch.set_printoptions(precision=2)
    torch.set_flush_denormal(True)
    torch.set_float32_matmul_precision("high")
    with np.errstate(over="raise"):
        performed({"f": lambda: np.seterr(over="print")}, call("f"))

        assert "raise" == np.geterr()["over"]
    assert "tensor(0.33)" == repr(torch.tensor(1 / 3))
    assert "high" == torch.get_float32_matmul_precision()
    assert 0.0 == sys.float_info.min * sys.float_info.epsilon


# ---- faults


@pytest.mark.parametrize(
    "error", [ValueError("no"), SystemExit(0), KeyboardInterrupt("no"), GeneratorExit("no")]
)
def test_whatever_the_function_raises_is_a_fault(error: BaseException) -> None:
    def raises() -> None:
        raise error

    fault = the_fault(raises)

    assert type(error).__name__ == fault.type_name
    assert str(error) == fault.text


def test_recursion_without_end_is_a_fault() -> None:
    def again(n: int) -> Any:
        return again(n + 1)

    assert "RecursionError" == the_fault(again, 0).type_name


def test_an_exception_whose_text_raises_or_is_long_is_a_fault_all_the_same() -> None:
    class Silent(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    def silent() -> None:
        raise Silent

    def long() -> None:
        raise ValueError("\ud800" * 100_000)

    assert "(its text raised RuntimeError)" == the_fault(silent).text
    assert len(the_fault(long).text) <= 500


def cell(monkeypatch: pytest.MonkeyPatch, source: str) -> dict[str, Any]:
    """The names of a notebook cell, compiled under a name such as IPython gives it."""
    name, source = "<ipython-input-7-0123456789ab>", textwrap.dedent(source)
    lines = source.splitlines(keepends=True)
    monkeypatch.setitem(linecache.cache, name, (len(source), None, lines, name))
    namespace: dict[str, Any] = {"torch": torch}
    exec(compile(source, name, "exec"), namespace)
    return namespace


def test_a_fault_names_the_student_s_line(monkeypatch: pytest.MonkeyPatch) -> None:
    names = cell(
        monkeypatch,
        """\
        def attention(q, k):
            scores = q @ k   # not transposed
            return scores
        """,
    )

    (result,) = performed(names, call("attention", torch.ones(2, 3), torch.ones(2, 3)))

    assert isinstance(result.value, Fault)
    assert "line 2: scores = q @ k   # not transposed" == result.value.line


def test_of_several_lines_of_the_student_s_the_innermost_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = cell(
        monkeypatch,
        """\
        def inner(x):
            return torch.softmax(x, dim=5)

        def outer(x):
            return inner(x)
        """,
    )

    (result,) = performed(names, call("outer", torch.ones(2)))

    assert isinstance(result.value, Fault)
    assert "line 2: return torch.softmax(x, dim=5)" == result.value.line


def test_an_error_outside_of_the_notebook_has_no_line() -> None:
    assert "" == the_fault(int, "no number").line


def test_steps_after_a_fault_are_performed_too() -> None:
    def raises() -> None:
        raise ValueError

    first, second = performed({"f": raises, "x": 3}, call("f"), read("x"))

    assert isinstance(first.value, Fault)
    assert 3 == second.value


def test_one_reply_keeps_to_one_budget() -> None:
    namespace = {"x": torch.zeros(3 << 18)}  # 3 MiB of 8

    results = performed(namespace, read("x"), read("x"), read("x"))

    assert [Array, Array, Foreign] == [type(result.value) for result in results]


def test_a_tensor_made_for_the_wire_is_the_same_for_both_sides() -> None:
    sent = torch.tensor([[1.5, -2.0]], dtype=torch.float64)

    assert torch.equal(sent, from_value(to_array(sent)))
