"""`Mark`: what one person gets for an assignment, and whether it may leave the house.

The points are the gradebook's, so with what people gave and late penalties; the report beside
them says why. A writer reads `score` alone to know whether there is a mark: it is None where there
is none, and no writer makes a 0 of it.
"""

import datetime
from collections.abc import Mapping
from enum import StrEnum

import msgspec

from autograder.verdict import Report, TaskResult

__all__ = ["Mark", "MarkState", "told_to_students"]

_OURS = "grading could not be finished. That is no fault of your notebook; your instructor knows."


class MarkState(StrEnum):
    """How far a mark is."""

    GRADED = "graded"
    WAITS = "waits for a hand"
    """A person has to give or to look at points of it; what has none counts 0 so far."""
    UNGRADED = "ungraded"
    """Handed in, and not judged."""
    STALE = "stale"
    """The submission was changed after it was graded: the points are an older one's."""
    MISSING = "missing"
    """Nothing was handed in."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One person and assignment. Points are points, of `max_score`; penalties are positive."""

    assignment: str
    student: str
    name: str = ""
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    ids: Mapping[str, str] = {}
    """What systems call the person: canvas_id, moodle_id, gradescope_id, as in roster.csv."""
    state: MarkState = MarkState.MISSING
    points: Mapping[str, float | None] = {}
    """By grade_id; None where nobody and nothing has given any yet."""
    max_points: Mapping[str, float] = {}
    raw_score: float | None = None
    penalty: float = 0.0
    score: float | None = None
    """The mark: without the penalty, at least 0, in hundredths. None: there is no mark."""
    handed_in: datetime.datetime | None = None
    """In UTC, as nbgrader's gradebook has it."""
    why: str = ""
    """Why there is no mark, for the instructor."""
    report: Report | None = None

    @property
    def max_score(self) -> float:
        return sum(self.max_points.values())

    def task(self, grade_id: str) -> TaskResult | None:
        """What the report says about a task."""
        tasks = self.report.tasks if self.report else ()
        return next((task for task in tasks if task.grade_id == grade_id), None)

    @property
    def waiting(self) -> list[str]:
        """The tasks that have no points yet, as people call them."""
        return [
            name.removesuffix("-test").replace("-", " ")
            for name, points in self.points.items()
            if points is None
        ]


def told_to_students(mark: Mark) -> str:
    """Why there is no mark, in words that may be shown: an undecided case's traceback is not."""
    if mark.report is not None and any(task.undecided for task in mark.report.tasks):
        return _OURS
    return mark.why.partition("\n")[0] or _OURS
