"""Reports without names, fit to be shown around: a pure function over Reports.

Besides ids, whatever a student wrote could name someone: messages that quote their code, notes
and file names. They go; the author's own sentences stay. Numbers are given by marks, best first,
and equal ones in an order that has nothing to do with the alphabet.
"""

import hashlib
import re
from collections.abc import Sequence

from msgspec.structs import replace

from autograder.grading.items import marks_of
from autograder.verdict import Report, TaskResult

__all__ = ["labels", "without_names"]


def without_names(reports: Sequence[Report]) -> list[Report]:
    """The same class with `student 01` and so on for ids, without messages and notes of code."""
    names = labels(reports)
    return [_nameless(report, names[report.student]) for report in sorted(reports, key=_rank)]


def labels(reports: Sequence[Report]) -> dict[str, str]:
    """What each student is called instead."""
    width = max(2, len(str(len(reports))))
    ordered = enumerate(sorted(reports, key=_rank), 1)
    return {report.student: f"student {number:0{width}}" for number, report in ordered}


def _rank(report: Report) -> tuple[bool, float, str]:
    text = report.student.encode("utf-8", "surrogateescape")
    return not report.graded, -marks_of(report)[0], hashlib.sha256(text).hexdigest()


def _nameless(report: Report, label: str) -> Report:
    return replace(
        report,
        student=label,
        tasks=tuple(_without_words(task) for task in report.tasks),
        reason=_without_quotes(report.reason, report.student),
        notes=tuple("a note, which may hold names, is left out" for _ in report.notes),
        seed=0,
    )


def _without_words(task: TaskResult) -> TaskResult:
    cases = tuple(replace(case, message="", detail="") for case in task.cases)
    note = "a note, which may quote code, is left out" if task.note else ""
    return replace(task, cases=cases, note=note)


def _without_quotes(text: str, student: str) -> str:
    """A reason without file names and other quotations, and without the student's id."""
    plain = re.sub(r"(?<!\w)(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", "…", text)
    return re.sub(rf"(?<!\w){re.escape(student)}(?!\w)", "…", plain) if student else plain
