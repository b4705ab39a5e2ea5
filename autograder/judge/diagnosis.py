"""Which named mistake a wrong answer is, if it is exactly one.

A folder of mistakes holds modules of mistakes (`autograder.judge.mistakes`) and two tables:
`PROBES` in `probes.py`, inputs by function on which the mistakes differ from one another, and
`ASKED` in `asked.py`, the names that each graded cell asks for.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from autograder.errors import AuthoringError, SandboxError, StudentError
from autograder.judge.channel import Channel
from autograder.judge.compare import Mismatch, number, truth
from autograder.judge.mistakes import Mistake, alike, load_mistakes, load_module, outcome
from autograder.judge.student import call, read
from autograder.verdict import Diagnosis
from autograder.wire.messages import Fault, Foreign, MalformedReply, Request
from autograder.wire.values import from_value

__all__ = ["Diagnostician", "asked_by"]

_PRINTED = 5.1e-5
"""Typed answers are read to the four decimals that the lesson prints."""
_ENOUGH = 2
"""Probes that an answer has to have answered, where it fails on others."""


class Diagnostician:
    """Compares answers with the mistakes of one assignment."""

    def __init__(self, folder: Path) -> None:
        """Load the mistakes and both tables.

        Raises `AuthoringError` where they can't be used, or leave one another out.
        """
        probes = load_module(folder / "probes.py")
        self._probes: dict[str, list[tuple[Any, ...]]] = probes.PROBES
        self._asked = asked_by(folder)
        self._mistakes: dict[str, list[Mistake]] = {}
        for one in load_mistakes(folder):
            self._check(one)
            self._mistakes.setdefault(one.asked, []).append(one)
        self._outcomes: dict[str, list[Any]] = {}

    def diagnose(self, grade_id: str, channel: Channel) -> Diagnosis | None:
        """The mistake that the answer to a graded cell agrees with, if it is exactly one."""
        for asked in self._asked.get(grade_id, []):
            try:
                fitting = self._fitting(asked, channel)
            except (StudentError, SandboxError, MalformedReply):  # the cases say what happened
                continue
            if len(fitting) == 1:
                (found,) = fitting
                return Diagnosis(name=found.name, sentence=found.sentence, credit=found.credit)
        return None

    def _check(self, one: Mistake) -> None:
        """A mistake that the tables leave out would never be found, or stop the grading."""
        if not any(one.asked in names for names in self._asked.values()):
            raise AuthoringError(
                f"the mistake {one.name} is in {one.asked}, which asked.py lists for no graded "
                "cell; add it to ASKED, or mend the name"
            )
        if one.is_value == (one.asked in self._probes):
            raise AuthoringError(
                f"the mistake {one.name} is a value, but probes.py has inputs for {one.asked}; "
                "take them out of PROBES, or make the mistake a function"
                if one.is_value
                else f"the mistake {one.name} is a function, and probes.py has no inputs for "
                f"{one.asked}; add some to PROBES"
            )

    def _fitting(self, asked: str, channel: Channel) -> list[Mistake]:
        mistakes = self._mistakes.get(asked, [])
        if not mistakes:
            return []
        if asked not in self._probes:
            (value,) = _outcomes(channel, Request((read(asked),)))
            return [one for one in mistakes if _same_value(one.answer(), value)]
        steps = tuple(call(asked, *probe) for probe in self._probes[asked])
        given = _outcomes(channel, Request(steps))
        if all(_failed(value) for value in given):
            return []  # that it fails everywhere tells nothing
        everywhere = range(len(given))
        fitting = self._alike(mistakes, given, everywhere)
        answered = [index for index in everywhere if not _failed(given[index])]
        if not fitting and len(answered) >= _ENOUGH:
            # It also fails somewhere, for lack of a batch say: go by what it does answer.
            fitting = self._alike(mistakes, given, answered)
        return fitting

    def _alike(
        self, mistakes: Sequence[Mistake], given: Sequence[Any], indices: Sequence[int]
    ) -> list[Mistake]:
        return [
            one
            for one in mistakes
            if all(alike(self._given_by(one)[index], given[index]) for index in indices)
        ]

    def _given_by(self, one: Mistake) -> list[Any]:
        if one.name not in self._outcomes:
            probes = self._probes[one.asked]
            self._outcomes[one.name] = [outcome(one.answer, probe) for probe in probes]
        return self._outcomes[one.name]


def asked_by(folder: Path) -> dict[str, list[str]]:
    """The names that each graded cell asks for; raises `AuthoringError` where none are listed."""
    asked: dict[str, list[str]] = load_module(folder / "asked.py").ASKED
    return asked


def _outcomes(channel: Channel, request: Request) -> list[Any]:
    """What each step gave; an exception is an outcome too."""
    values = []
    for result in channel.perform(request).results:
        if isinstance(result.value, Fault):
            values.append(Foreign("exception", result.value.type_name))
        else:
            values.append(from_value(result.value))
    return values


def _failed(value: Any) -> bool:
    return isinstance(value, Foreign) and value.type_name == "exception"


def _same_value(ours: Any, theirs: Any) -> bool:
    """Whether two typed answers say the same, as numbers or as words."""
    numbers, theirs_too = _numbers(ours), _numbers(theirs)
    if numbers is not None and theirs_too is not None:
        return len(numbers) == len(theirs_too) and all(
            abs(a - b) <= _PRINTED for a, b in zip(numbers, theirs_too, strict=True)
        )
    said = truth(ours)
    return said == truth(theirs) if said is not None else alike(ours, theirs)


def _numbers(value: Any) -> list[float] | None:
    """The numbers in a tensor, an array or nested lists, in order; None where it holds others."""
    if isinstance(value, torch.Tensor | np.ndarray):
        value = value.tolist()
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return [float(value)]
    if isinstance(value, str | Foreign):
        try:
            return [number("it", value)]
        except Mismatch:
            return None
    if isinstance(value, Sequence):
        parts = [_numbers(item) for item in value]
        if all(part is not None for part in parts):
            return [number for part in parts for number in part or []]
    return None
