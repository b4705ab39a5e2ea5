"""A class whose every mark and mistake is known, since a table of right and wrong makes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from autograder.verdict import CaseResult, Diagnosis, Judged, Outcome, Report, TaskResult

WRITTEN = TaskResult(grade_id="written-answer", max_points=4, judged=Judged.BY_HAND)


def case(name: str, passed: bool, weight: float = 1.0, **more: Any) -> CaseResult:
    return CaseResult(
        name=name,
        line=f"{name} holds.",
        stage="values",
        weight=weight,
        outcome=Outcome.PASSED if passed else Outcome.FAILED,
        **more,
    )


def task(name: str, points: float, passed: Sequence[bool], **more: Any) -> TaskResult:
    """A task with cases `<name>-0` and so on, of which the first weighs 1, the next 2, …"""
    cases = tuple(case(f"{name}-{i}", bool(one), i + 1.0) for i, one in enumerate(passed))
    return TaskResult(grade_id=f"{name}-test", max_points=points, cases=cases, **more)


def graded(student: str, *tasks: TaskResult, **more: Any) -> Report:
    return Report(
        assignment="a",
        student=student,
        tasks=tasks,
        confinement="strict: seccomp",
        versions={"kit": "1"},
        **more,
    )


def ungraded(student: str, reason: str = "a.ipynb is empty. Ask again.") -> Report:
    return Report(assignment="a", student=student, reason=reason)


def right_and_wrong(students: int = 300, seed: int = 8) -> np.ndarray:
    """Booleans [students, 6 cases]: the able pass more, but the last case prefers the others."""
    random = np.random.default_rng(seed)
    able = random.normal(size=students)
    hard = np.array([-1.0, -0.5, 0.0, 0.5, 1.0, 0.0])
    towards = np.array([1.0, 1.0, 1.0, 1.0, 1.0, -1.0])
    return towards * able[:, None] + random.normal(size=(students, 6)) > hard


def simulated(passed: np.ndarray) -> list[Report]:
    """Tasks of two cases each, for 6, 3 and 1 points; a named mistake where the first fails."""
    mistake = Diagnosis(name="not_scaled", sentence="Divide by √d.")
    return [
        graded(
            f"s{number:03}",
            task("first", 6, row[:2], diagnosis=None if row[0] else mistake),
            task("second", 3, row[2:4]),
            task("third", 1, row[4:6]),
            WRITTEN,
            seconds=1.0 + number / 100,
        )
        for number, row in enumerate(passed)
    ]
