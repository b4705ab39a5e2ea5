"""What happens in a run, as values: the terminal and `--json` are two ways to show them.

docs/grading.md describes the JSON; a line is one event, and its `event` says which.
"""

import msgspec

from autograder.verdict import Report

__all__ = [
    "Ended", "Event", "Failed", "Graded", "Started", "Ungraded", "UpToDate", "WorkerLeftOut",
    "WouldGrade", "as_line", "of_report",
]  # fmt: skip


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower):
    """Something that happened."""


class Started(Event, frozen=True):
    """A run begins."""

    assignment: str
    submissions: int
    workers: int
    confinement: str
    dry_run: bool = False


class Graded(Event, frozen=True):
    """A submission is graded, and written down; `points` are those that machines give."""

    student: str
    points: float
    max_points: float
    passed: bool
    tasks: dict[str, float | None]
    """Points by grade_id; None where a person gives them."""
    seconds: float


class Ungraded(Event, frozen=True):
    """A submission is ungraded, for a reason that says what to do."""

    student: str
    reason: str


class WorkerLeftOut(Event, frozen=True):
    """A worker of a cluster can't grade, and gets no more submissions of this run."""

    worker: str
    reason: str


class UpToDate(Event, frozen=True):
    """A submission is as it was when it was graded, and so is all that its grades follow from."""

    student: str


class WouldGrade(Event, frozen=True):
    """In a dry run: a submission that is new or changed."""

    student: str


class Ended(Event, frozen=True):
    """A run ends; `ungraded` counts those that are up to date, too.

    `would_grade` is of a dry run alone.
    """

    graded: int
    ungraded: int
    up_to_date: int
    seconds: float
    interrupted: bool = False
    would_grade: int | None = None


class Failed(Event, frozen=True):
    """The run stops: the message says what has to be mended."""

    message: str


def of_report(report: Report) -> Graded | Ungraded:
    """The event that a submission's report is."""
    if not report.graded:
        return Ungraded(student=report.student, reason=report.reason)
    judged = [task for task in report.tasks if task.points is not None]
    return Graded(
        student=report.student,
        points=round(sum(task.points or 0.0 for task in judged), 2),
        max_points=sum(task.max_points for task in judged),
        passed=report.passed,
        tasks={task.grade_id: task.points for task in report.tasks},
        seconds=report.seconds,
    )


def as_line(event: Event) -> str:
    """The event as one line of JSON."""
    return msgspec.json.encode(event).decode("utf-8", "replace")
