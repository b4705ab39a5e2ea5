"""What verification says: findings, checks and the matrix's data, as plain values."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec

__all__ = [
    "KEPT",
    "NO_ANSWERS",
    "REDUNDANT",
    "Case",
    "Check",
    "Finding",
    "Kind",
    "Row",
    "Verification",
    "from_lines",
]


NO_ANSWERS = "no answers"
"""The kind of a note: `where` is the folder, `what` says what is not there."""
REDUNDANT, KEPT = "redundant case", "kept on purpose"
"""Kinds of notes: `where` is the graded cell, `what` the case and, where it is kept, the reason."""


class Kind(StrEnum):
    """What is planted in the solution's place."""

    RIGHT = "right answer"
    WRONG = "wrong answer"
    MISTAKE = "mistake"
    MUTANT = "mutant"


class Finding(msgspec.Struct, frozen=True):
    """Something that the author has to mend, or to know.

    `kind` says in a few words what it is, `where` names a file, a cell, a case or a plant, `what`
    says what happened and what was expected, and `advice` what to do next.
    """

    kind: str
    where: str
    what: str
    advice: str = ""


class Check(msgspec.Struct, frozen=True):
    """A line of the summary. `good` is None where nothing was tried."""

    label: str
    text: str
    good: bool | None = True


class Case(msgspec.Struct, frozen=True):
    """A column of the matrix: a hidden case, or all the asserts in a graded cell together."""

    grade_id: str
    name: str
    line: str = ""
    stage: str = ""
    keep: str = ""


class Row(msgspec.Struct, frozen=True):
    """A row of the matrix: what one graded cell's cases made of one plant.

    `failed` and `undecided` name cases. Where not `complete`, the cases after the last one in
    `failed` did not run.
    """

    kind: Kind
    name: str
    grade_id: str
    passed: bool
    failed: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    complete: bool = True
    diagnosed: str = ""


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """All that was found out about one assignment."""

    assignment: str
    checks: tuple[Check, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    cases: tuple[Case, ...] = ()
    rows: tuple[Row, ...] = ()
    confinement: str = ""
    seconds: float = 0.0

    @property
    def good(self) -> bool:
        """Nothing has to be mended."""
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """Plain values, fit for JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {**plain, "good": self.good}


def from_lines(kind: str, where: str, lines: Iterable[str], advice: str = "") -> list[Finding]:
    """A finding for each line that another part of the kit has to say."""
    return [Finding(kind, where, line, advice) for line in lines]
