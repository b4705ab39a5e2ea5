"""The one meaning of a request, on a namespace of the student's.

The sandbox's fork answers with `perform`, and so does the in-process fake: a case sees the
same values from both. Nothing in here compares anything with an expected value. It runs
beside the student's code and can be tampered with by it, which is why the only thing that
ever comes out is values, and the trusted side judges them.
"""

import contextlib
import io
import linecache
import math
import random
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import _tensor_str  # where torch keeps its print options, and nowhere public

from autograder.wire.messages import Array, Call, Fault, Read, Reply, Request, Returned, Value
from autograder.wire.values import Budget, clip, from_value, to_array, to_value

__all__ = ["perform", "set_up"]


def set_up() -> None:
    """Import what PyTorch loads lazily on a first backward pass, before anyone is timed."""
    leaf = torch.ones(2, requires_grad=True)
    torch.autograd.grad((leaf.softmax(-1) * leaf).sum(), [leaf])


def perform(request: Request, namespace: Mapping[str, Any]) -> Reply:
    """Perform the steps in order, then take all values at once.

    Values are taken at the end so that a result which a later call overwrites shows it.
    """
    done: list[_Done] = []
    for step in request.steps:
        if isinstance(step, Read):
            done.append(_read(step, namespace))
        else:
            done.append(_call(step, namespace, done))
    budget = Budget()
    return Reply(tuple(item.returned(budget) for item in done))


class _Done:
    """A step that was performed: live objects, turned into values at the end."""

    def __init__(
        self, value: object, arguments: tuple[Any, ...] = (), *, watched: bool = False
    ) -> None:
        self.value = value
        self.arguments = arguments
        self._watched = watched
        self.gradients: tuple[Array | None, ...] = ()
        self.disturbed: tuple[str, ...] = ()

    def returned(self, budget: Budget) -> Returned:
        # Not isinstance: a student's object may raise when its class is asked for.
        value = self.value if type(self.value) is Fault else _guarded(self.value, budget)
        arguments: tuple[Value, ...] = ()
        if self._watched:
            arguments = tuple(_guarded(argument, budget) for argument in self.arguments)
        return Returned(value, arguments, self.gradients, self.disturbed)


def _guarded(thing: object, budget: Budget) -> Value:
    try:
        return to_value(thing, budget)
    except BaseException as error:  # a student's class may do anything when looked at
        return _fault(error)


def _read(step: Read, namespace: Mapping[str, Any]) -> _Done:
    if step.name not in namespace:
        return _Done(Fault("NameError", f"{step.name} is not defined"))
    return _Done(namespace[step.name])


def _call(step: Call, namespace: Mapping[str, Any], done: list[_Done]) -> _Done:
    if step.name not in namespace:
        return _Done(Fault("NameError", f"{step.name} is not defined"))
    try:
        arguments = _arguments(step, done)
    except RuntimeError as error:  # an earlier call changed an argument's shape in place
        return _Done(_fault(error))
    if step.cotangents is not None:
        arguments = tuple(
            a.requires_grad_(True) if isinstance(a, torch.Tensor) and a.is_floating_point() else a
            for a in arguments
        )
    switches = _switches()
    if switches != _STANDARD:
        _set(_STANDARD)
    if step.watched:
        _draw_once()
    before = _world() if step.watched else {}
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            value = namespace[step.name](*arguments)
        after = _world() if step.watched else {}
    except BaseException as error:  # SystemExit and KeyboardInterrupt are answers too
        return _Done(_fault(error), arguments, watched=step.watched)
    finally:
        if _switches() != switches:
            _set(switches)
    performed = _Done(value, arguments, watched=step.watched)
    performed.disturbed = tuple(name for name in before if before[name] != after[name])
    if step.cotangents is not None:
        try:
            performed.gradients = _gradients(value, step.cotangents, arguments)
        except BaseException as error:
            performed.value = _fault(error)
    return performed


def _arguments(step: Call, done: list[_Done]) -> tuple[Any, ...]:
    fresh = tuple(from_value(argument) for argument in step.arguments)
    if step.refill is None:
        return fresh
    again = done[step.refill].arguments
    with torch.no_grad():
        for old, new in zip(again, fresh, strict=True):
            if isinstance(old, torch.Tensor):
                old.copy_(new)
    return again


def _gradients(
    value: object, cotangents: tuple[Array | None, ...], arguments: tuple[Any, ...]
) -> tuple[Array | None, ...]:
    results = value if isinstance(value, tuple | list) else (value,)
    loss: torch.Tensor | None = None
    for result, cotangent in zip(results, cotangents, strict=False):
        reached = isinstance(result, torch.Tensor) and result.requires_grad
        if cotangent is None or not reached:
            continue
        term = (result * from_value(cotangent)).sum()
        loss = term if loss is None else loss + term
    leaves = [a for a in arguments if isinstance(a, torch.Tensor) and a.requires_grad]
    if loss is None or not leaves:
        return tuple(None for _ in arguments)
    found = iter(torch.autograd.grad(loss, leaves, allow_unused=True))
    gradients: list[Array | None] = []
    for argument in arguments:
        is_leaf = isinstance(argument, torch.Tensor) and argument.requires_grad
        gradient = next(found) if is_leaf else None
        gradients.append(None if gradient is None else to_array(gradient))
    return tuple(gradients)


def _world() -> dict[str, Any]:
    """Global state that a function has no business changing."""
    dtype, grad, deterministic, anomaly, flush, precision, printed, errors = _switches()
    return {
        "torch's random generator": torch.get_rng_state().numpy().tobytes(),
        "numpy's random generator": _numpy_generator(),
        "Python's random generator": random.getstate(),
        "the default dtype": dtype,
        "the grad mode": grad,
        "deterministic algorithms": deterministic,
        "the anomaly mode": anomaly,
        "the flushing of denormal numbers": flush,
        "the precision of float32 products": precision,
        "torch's print options": printed,
        "numpy's error handling": errors,
        "the number of threads": torch.get_num_threads(),
        "the default device": str(torch.get_default_device()),
        "numpy's print options": repr(np.get_printoptions()),
    }


def _numpy_generator() -> object:
    state = np.random.get_state(legacy=False)["state"]
    try:
        return state["key"].tobytes(), state["pos"]
    except (KeyError, AttributeError):  # the student's code put another generator in its place
        return repr(state)


class Switches(NamedTuple):
    """Global settings, each of which can be read and set."""

    dtype: torch.dtype
    grad: bool
    deterministic: bool
    anomaly: bool
    flushes_denormals: bool
    float32_precision: str
    printed: dict[str, Any]
    numpy_errors: Any


def _switches() -> Switches:
    return Switches(
        torch.get_default_dtype(),
        torch.is_grad_enabled(),
        torch.are_deterministic_algorithms_enabled(),
        torch.is_anomaly_enabled(),
        _SMALLEST * 1.0 == 0.0,  # torch does not say; the processor does it to Python's, too
        torch.get_float32_matmul_precision(),
        dict(vars(_tensor_str.PRINT_OPTS)),  # a copy: they are changed in place
        np.geterr(),
    )


_SMALLEST = math.ulp(0.0)
_STANDARD = Switches(
    dtype=torch.float32,
    grad=True,
    deterministic=False,
    anomaly=False,
    flushes_denormals=False,
    float32_precision="highest",
    printed={"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None},
    numpy_errors={"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"},
)


def _draw_once() -> None:
    """Move every generator on, so that seeding it again shows as a change.

    One that an earlier call seeded would otherwise be found as that call left it.
    """
    torch.rand(1)
    np.random.rand()
    random.random()


def _set(switches: Switches) -> None:
    torch.set_default_dtype(switches.dtype)
    torch.set_grad_enabled(switches.grad)
    torch.use_deterministic_algorithms(switches.deterministic)
    torch.autograd.set_detect_anomaly(switches.anomaly)
    torch.set_flush_denormal(switches.flushes_denormals)
    torch.set_float32_matmul_precision(switches.float32_precision)
    vars(_tensor_str.PRINT_OPTS).update(switches.printed)
    np.seterr(**switches.numpy_errors)


def _fault(error: BaseException) -> Fault:
    try:
        text = str(error)
    except BaseException as again:  # an exception whose text raises
        text = f"(its text raised {type(again).__name__})"
    return Fault(clip(type(error).__name__, 100), clip(text), clip(_line(error)))


def _line(error: BaseException) -> str:
    """The student's line that raised: of the innermost frame that lies in a notebook cell."""
    try:
        frames = traceback.extract_tb(error.__traceback__)
        for frame in reversed(frames):
            if "ipykernel" in frame.filename or "ipython-input" in frame.filename:
                source = linecache.getline(frame.filename, frame.lineno or 0).strip()
                return f"line {frame.lineno}: {source!s}" if source else f"line {frame.lineno}"
    except Exception:  # only a nicety: a traceback that can't be read leaves the line out
        return ""
    return ""
