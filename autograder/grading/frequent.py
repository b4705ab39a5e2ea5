"""The mistakes of a class, counted: by their names, and those without one by what went wrong."""

import re
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from autograder.grading.feedback import reason
from autograder.grading.table import one_line
from autograder.verdict import Report, TaskResult

__all__ = ["FrequentMistake", "frequent_mistakes"]


class FrequentMistake(msgspec.Struct, frozen=True, kw_only=True):
    """One way to lose points in one task.

    `words` is the mistake's name, or where none was diagnosed what the answer did, without its
    numbers, or which sentence fails; `sentence` is what the students read about a named one.
    """

    grade_id: str
    task: str
    words: str
    named: bool
    sentence: str = ""
    students: tuple[str, ...]
    lost: float
    """Points that it cost all of them together."""


def frequent_mistakes(graded: Sequence[Report]) -> tuple[FrequentMistake, ...]:
    """Mistakes, most frequent first, and among equals the dearest."""
    held: dict[tuple[str, str, bool], list[tuple[str, TaskResult]]] = defaultdict(list)
    for report in graded:
        for task in report.tasks:
            if task.points is not None and not task.passed:
                held[task.grade_id, *_kind(task)].append((report.student, task))
    found = [_mistake(words, named, who) for (_, words, named), who in held.items()]
    return tuple(sorted(found, key=lambda one: (-len(one.students), -one.lost)))


def _kind(task: TaskResult) -> tuple[str, bool]:
    if task.diagnosis:
        return task.diagnosis.words, True
    text, failure = reason(task), task.first_failure
    if failure is not None and text == failure.line:  # the author's words, numbers and all
        return f"fails “{one_line(text)}”", False
    return _without_numbers(text) or "not passed", False


def _without_numbers(text: str) -> str:
    """A message's first sentence without numbers: answers that differ in them count as one."""
    sentence = re.split(r"\.\s| \(line ", one_line(text), maxsplit=1)[0].rstrip(".")
    return re.sub(r"(?<!\w)[-−]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?(?!\w)", "…", sentence)


def _mistake(words: str, named: bool, who: Sequence[tuple[str, TaskResult]]) -> FrequentMistake:
    task = who[0][1]
    return FrequentMistake(
        grade_id=task.grade_id,
        task=task.task,
        words=words,
        named=named,
        sentence=task.diagnosis.sentence if task.diagnosis else "",
        students=tuple(student for student, _ in who),
        lost=sum(one.max_points - (one.points or 0.0) for _, one in who),
    )
