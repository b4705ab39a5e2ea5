"""The report on a class as one page of HTML that needs no network and no script."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from autograder.grading.feedback import why
from autograder.grading.frequent import FrequentMistake
from autograder.grading.items import FEW, Item, marks_of
from autograder.grading.sheets import as_csv, notes_of, sheets_of
from autograder.grading.statistics import ClassNumbers, histogram
from autograder.pages import render
from autograder.pages.plots import bar
from autograder.pages.plots import histogram as plotted
from autograder.verdict import Judged, Report

__all__ = ["as_page", "save_page"]

_EXAMPLES = 5
"""Students named beside a mistake; the sheet behind it has all."""
_SHOWN_UNFAIR = 8
"""Unfair-looking items at the top of the page; the table of cases marks all."""


def as_page(numbers: ClassNumbers, *, anonymous: bool = False) -> str:
    """The page's text. `anonymous` says that the reports bear no names; the page says so, too."""
    anchors = {report.student: f"s{i}" for i, report in enumerate(numbers.reports)}
    marks = [marks_of(report)[0] for report in numbers.graded]
    seconds = [report.seconds for report in numbers.graded]
    return render(
        "class.html",
        numbers=numbers,
        anonymous=anonymous,
        few=FEW,
        bar=bar,
        number=_number,
        signed=_signed,
        anchors=anchors,
        unfair=numbers.unfair[:_SHOWN_UNFAIR],
        more_unfair=len(numbers.unfair) - _SHOWN_UNFAIR,
        mistakes=[_mistake(one, anchors, numbers) for one in numbers.mistakes],
        students=[_student(report, numbers.tasks) for report in numbers.reports],
        notes=list(notes_of(numbers)),
        marks=_plot(marks, numbers.max_points, "marks", "points", numbers.marks),
        times=_plot(seconds, max(seconds, default=0), "time used", "seconds", numbers.seconds),
        slowest=sorted(numbers.graded, key=lambda one: -one.seconds)[:_EXAMPLES],
        sheets={
            name: "data:text/csv;charset=utf-8," + quote(as_csv(sheet), errors="replace")
            for name, sheet in sheets_of(numbers).items()
        },
    )


def save_page(path: Path, numbers: ClassNumbers, *, anonymous: bool = False) -> None:
    """Write the page, and the folder that it lies in. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_page(numbers, anonymous=anonymous), encoding="utf-8", errors="replace")


def _plot(
    values: Sequence[float], most: float, what: str, unit: str, spread: Any
) -> dict[str, Any] | None:
    """A histogram and its counts; None without any value."""
    if spread is None:
        return None
    bins = histogram(values, most)
    title = (
        f"Histogram of {what}: {len(values)} graded, from {_number(spread.least)} to "
        f"{_number(spread.most)} {unit}, median {_number(spread.median)}; the counts stand below."
    )
    return {"svg": plotted(bins, title=title, axis=unit, median=spread.median), "bins": bins}


def _mistake(
    one: FrequentMistake, anchors: dict[str, str], numbers: ClassNumbers
) -> dict[str, Any]:
    graded = len(numbers.graded)
    return {
        "one": one,
        "share": len(one.students) / graded if graded else 0.0,
        "examples": [(student, anchors[student]) for student in one.students[:_EXAMPLES]],
        "more": len(one.students) - _EXAMPLES,
    }


def _student(report: Report, tasks: Sequence[Item]) -> dict[str, Any]:
    results = {task.grade_id: task for task in report.tasks}
    points, most = marks_of(report)
    return {
        "report": report,
        "tasks": [results.get(task.grade_id) if report.graded else None for task in tasks],
        "points": points if report.graded else None,
        "share": points / most if report.graded and most else 0.0,
        "by_hand": any(task.judged is Judged.BY_HAND for task in report.tasks),
        "why": why(report),
    }


def _number(value: float) -> str:
    """Two places at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
