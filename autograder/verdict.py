"""The verdict on a submission: the one value that every renderer reads.

A `Report` holds a `TaskResult` for each graded cell, and that holds a `CaseResult` for each
hidden case. All are frozen and go to and from plain dictionaries; nothing here computes a
comparison, and nothing here knows where the verdict came from.

Points are derived, never stored apart from what they are derived from: the passed cases'
share of the weights, floored to hundredths, so that full marks mean that every case passed.
While a core case fails, a task is worth `CORE_CAP` of its points at most; a diagnosis may say
that the mistake deserves a share at least.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

__all__ = [
    "CORE_CAP",
    "CaseResult",
    "Diagnosis",
    "Judged",
    "Outcome",
    "Report",
    "TaskResult",
    "task_name",
]

CORE_CAP = 0.6
"""The share of a task's points that is left while a core part of it is wrong."""


def task_name(grade_id: str) -> str:
    """The name that people read: the grade_id without its last word, when that is `test`."""
    return grade_id.removesuffix("-test").replace("-", " ")


class Outcome(StrEnum):
    """How a case ended. Undecided is our fault or a case's, and never costs points."""

    PASSED = "passed"
    FAILED = "failed"
    UNDECIDED = "undecided"


class Judged(StrEnum):
    """Where a task's points come from."""

    OUTSIDE = "outside"
    """Hidden cases in the trusted process."""
    INSIDE = "inside"
    """Plain asserts in the graded cell, run in the student's process as nbgrader does."""
    BY_HAND = "by hand"
    """A person gives the points in the formgrader."""


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """One hidden case's outcome.

    `line` is the case's docstring: the sentence that the student reads. `message` says what
    the student's answer did and is safe to show; `detail` may hold hidden values and
    tracebacks and is for the instructor's eyes.
    """

    name: str
    line: str
    stage: str
    weight: float
    outcome: Outcome
    message: str = ""
    detail: str = ""
    core: bool = False


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """The named mistake that an answer agrees with, value for value.

    `sentence` is for the student; `credit` is the share of the task's points that the mistake
    deserves at least, 0 where it says nothing of that.
    """

    name: str
    sentence: str
    credit: float = 0.0

    @property
    def words(self) -> str:
        """The name as people read it."""
        return self.name.replace("_", " ")


class TaskResult(msgspec.Struct, frozen=True, kw_only=True):
    """One graded cell: its cases and what they are worth together."""

    grade_id: str
    max_points: float
    judged: Judged = Judged.OUTSIDE
    cases: tuple[CaseResult, ...] = ()
    inside_points: float | None = None
    """Points of a cell with plain asserts; None for every other kind of cell."""
    note: str = ""
    diagnosis: Diagnosis | None = None
    told: str = ""
    """What the student reads, where that is not in English: else it is made from the rest."""

    @property
    def task(self) -> str:
        """The name that people read."""
        return task_name(self.grade_id)

    @property
    def undecided(self) -> bool:
        return any(case.outcome is Outcome.UNDECIDED for case in self.cases)

    @property
    def passed(self) -> bool:
        """Every required property holds; points alone never say so."""
        if self.judged is Judged.INSIDE:
            return self.inside_points == self.max_points
        return bool(self.cases) and all(case.outcome is Outcome.PASSED for case in self.cases)

    @property
    def points(self) -> float | None:
        """Points in 0..max_points; None where a person decides or a case is undecided."""
        if self.judged is Judged.BY_HAND or self.undecided:
            return None
        if self.judged is Judged.INSIDE:
            return self.inside_points
        if self.passed:
            return self.max_points
        total = sum(case.weight for case in self.cases)
        if total == 0:
            return 0.0
        share = sum(case.weight for case in self.cases if case.outcome is Outcome.PASSED) / total
        if any(case.core and case.outcome is Outcome.FAILED for case in self.cases):
            share = min(share, CORE_CAP)
        if self.diagnosis is not None:
            share = max(share, self.diagnosis.credit)
        points = math.floor(share * self.max_points * 100 + 1e-6) / 100
        # However little the failed cases weigh, full marks are for those who pass.
        return max(0.0, min(points, self.max_points - 0.01))

    @property
    def first_failure(self) -> CaseResult | None:
        """The first case in the author's order that did not pass: what the student reads."""
        for case in self.cases:
            if case.outcome is not Outcome.PASSED:
                return case
        return None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about one submission after grading.

    `reason` is empty for a graded submission; otherwise it says why it is ungraded and what
    to do. `confinement` names what kept the student's code apart while it ran.
    """

    assignment: str
    student: str
    tasks: tuple[TaskResult, ...] = ()
    reason: str = ""
    notes: tuple[str, ...] = ()
    confinement: str = ""
    seconds: float = 0.0
    seed: int = 0
    """Random inputs of the hidden cases are drawn from it."""
    language: str = "en"
    """Of the notebook, and so of what its student reads; the report itself is in English."""
    versions: Mapping[str, str] = {}

    @property
    def graded(self) -> bool:
        return not self.reason and not any(task.undecided for task in self.tasks)

    @property
    def passed(self) -> bool:
        """Every task that a machine judges is passed."""
        judged = [task for task in self.tasks if task.judged is not Judged.BY_HAND]
        return self.graded and bool(judged) and all(task.passed for task in judged)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, fit for JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> "Report":
        """The inverse of `to_dict`; raises `msgspec.ValidationError` for anything else."""
        return msgspec.convert(plain, cls)
