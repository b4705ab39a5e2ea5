"""The `student` that a case talks to.

Theory of operation
-------------------
A case calls `student.attention(q, k, v)` or reads `student["exercise_1_increase"]` as if the
student's notebook were in this process. Each becomes a request on a channel; what comes back
are plain values: tensors, numbers, strings, tuples, lists, dictionaries, and `Foreign` for
what does not travel. An exception of the student's becomes a `StudentError` whose text the
student can read.

`student.run(...)` performs several steps in one request and takes their values when all have
been performed, so that a case can see a result that a later call overwrites, arguments that
a call changed, gradients, and global settings that were not left alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from autograder.errors import StudentError
from autograder.judge.channel import Channel
from autograder.wire.messages import (
    Array,
    Call,
    Fault,
    Layout,
    MalformedReply,
    Read,
    Request,
    Returned,
)
from autograder.wire.values import from_value, to_array, to_value

__all__ = ["Answer", "Student", "call", "read"]


@dataclass(frozen=True)
class Watched:
    """What a call did to its arguments, and to which global settings."""

    arguments: tuple[Any, ...]
    disturbed: tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """What one step gave.

    `value`: what was returned or read. `gradients`: one for each argument, None where no
    gradient reached it. `watched`: what a watched call did besides, else None.
    """

    value: Any
    gradients: tuple[torch.Tensor | None, ...] = ()
    watched: Watched | None = None

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The arguments as they are after a watched call."""
        return self._seen.arguments

    @property
    def disturbed(self) -> tuple[str, ...]:
        """The global settings that a watched call changed, by name."""
        return self._seen.disturbed

    @property
    def _seen(self) -> Watched:
        if self.watched is None:
            raise TypeError("nobody watched this call: ask with call(..., watched=True)")
        return self.watched


def call(
    name: str,
    *arguments: object,
    cotangents: Sequence[torch.Tensor | None] | None = None,
    layout: Layout = "contiguous",
    refill: int | None = None,
    watched: bool = False,
) -> Call:
    """A step for `Student.run` that calls `name`.

    `cotangents`: one a returned tensor; asks for the gradient of the sum of results ×
    cotangents with respect to each floating argument. `layout`: how the tensors lie in memory.
    `refill`: pass again the argument objects of that earlier step, changed in place to these
    values. `watched`: tell what the call did to its arguments and to global settings.
    """
    values = tuple(
        to_array(a, layout=layout) if isinstance(a, torch.Tensor) else to_value(a)
        for a in arguments
    )
    arrays = None
    if cotangents is not None:
        arrays = tuple(None if c is None else to_array(c) for c in cotangents)
    return Call(name, values, arrays, refill, watched)


def read(name: str) -> Read:
    """A step for `Student.run` that reads a variable."""
    return Read(name)


class Student:
    """A student's notebook at a graded cell."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._once: dict[str, Any] = {}

    def once(self, key: str, make: Callable[[], Any]) -> Any:
        """What `make()` gave the first time: for answers that several cases look at.

        Draw their inputs from `shared_draw`, so that a case alone sees what it sees among others.
        """
        if key not in self._once:
            self._once[key] = make()
        return self._once[key]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A function of the student's, to be called with tensors and plain values."""
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*arguments: object) -> Any:
            return self.run(call(name, *arguments))[0].value

        return function

    def __getitem__(self, name: str) -> Any:
        """A variable of the student's."""
        return self.run(read(name))[0].value

    def run(self, *steps: Call | Read) -> list[Answer]:
        """Perform steps in order in the same state.

        Raises `StudentError` when one of them raised, the process did not survive or it
        answered another question.
        """
        reply = self._channel.perform(Request(steps))
        if len(reply.results) != len(steps):
            raise MalformedReply("the answer that came back has another number of results")
        return [_answer(step, result) for step, result in zip(steps, reply.results, strict=True)]


def _answer(step: Call | Read, result: Returned) -> Answer:
    if isinstance(result.value, Fault):
        raise StudentError(_complaint(step.name, result.value))
    arguments = gradients = 0
    if isinstance(step, Call):
        arguments = len(step.arguments) if step.watched else 0
        gradients = 0 if step.cotangents is None else len(step.arguments)
    if (len(result.arguments), len(result.gradients)) != (arguments, gradients):
        raise MalformedReply("the answer that came back has another number of arguments")
    watched = None
    if isinstance(step, Call) and step.watched:
        after = tuple(from_value(argument) for argument in result.arguments)
        watched = Watched(after, result.disturbed)
    return Answer(
        value=from_value(result.value),
        gradients=tuple(_gradient(gradient) for gradient in result.gradients),
        watched=watched,
    )


def _gradient(array: Array | None) -> torch.Tensor | None:
    if array is None:
        return None
    tensor = from_value(array)
    return tensor if isinstance(tensor, torch.Tensor) else None


def _complaint(name: str, fault: Fault) -> str:
    if fault.type_name == "NotImplementedError":
        return f"{name}: not written yet"
    if fault.type_name == "NameError" and fault.text == f"{name} is not defined":
        return f"{name} is not there: the cell that defines it stopped before, or was not filled in"
    if fault.line:
        return f"{name} raised {fault.type_name}: {fault.text!s} ({fault.line})"
    return f"{name} raised {fault.type_name}: {fault.text!s}"
