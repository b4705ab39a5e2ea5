"""The report on a class: in the terminal and, where wanted, as a page and as CSV."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from autograder.errors import AuthoringError
from autograder.grading.anonymous import labels, without_names
from autograder.grading.classpage import save_page
from autograder.grading.given import Hands
from autograder.grading.reports import load_reports, with_the_missing
from autograder.grading.sheets import save_sheets
from autograder.grading.statistics import ClassNumbers, class_numbers
from autograder.grading.table import one_line, print_class, row_of

__all__ = ["Wanted", "in_short", "report_class"]

_SHOWN = 3
"""Mistakes, and unfair-looking items, in the terminal; the page has all."""


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to write besides the table, and whether without names."""

    html: Path | None = None
    csv: Path | None = None
    anonymous: bool = False


def report_class(
    reports: Path,
    submitted: Path,
    assignment: str,
    wanted: Wanted,
    console: Console | None = None,
    hands: Sequence[Hands] | None = None,
) -> bool:
    """Show the class, and write what is wanted; True when everyone is graded.

    `hands` is what waits for a person's points, where that is known.

    Raises `AuthoringError` where there are no reports, or where a file can't be written.
    """
    console = console or Console()
    found = with_the_missing(load_reports(reports, assignment), submitted, assignment)
    if wanted.anonymous:
        called = labels(found)
        hands = None if hands is None else [_renamed(one, called) for one in hands]
        found = without_names(found)
    numbers = class_numbers(assignment, found, hands)
    print_class([row_of(report) for report in found], console)
    for line in in_short(numbers):
        console.print(line, soft_wrap=not console.is_terminal, no_wrap=True, overflow="ellipsis")
    try:
        if wanted.html:
            save_page(wanted.html, numbers, anonymous=wanted.anonymous)
            console.print(Text(f"page       {wanted.html}"), soft_wrap=True)
        if wanted.csv:
            paths = save_sheets(wanted.csv, numbers)
            names = ", ".join(path.name for path in paths)
            console.print(Text(f"tables     {wanted.csv}: {names}"), soft_wrap=True)
    except OSError as error:
        raise AuthoringError(
            f"the report can't be written: {error.filename}: {error.strerror}. --html takes a "
            "file, --csv a folder, where you may write."
        ) from error
    return not numbers.ungraded


def in_short(numbers: ClassNumbers) -> Sequence[Text]:
    """The most frequent mistakes, a line each, what looks unfair, what waits for a hand."""
    mistakes = [
        (f"{len(one.students)} ×  ", _named(one.task, one.words)) for one in numbers.mistakes
    ]
    unfair = [
        ("", f"{item.task}{', ' + (item.line or item.name) if item.name else ''}: {item.unfair}")
        for item in numbers.unfair
    ]
    return [
        *_lines("mistakes", mistakes),
        *_lines("unfair?", unfair),
        *_lines("by hand", [_waiting(one) for one in numbers.hands or ()]),
    ]


def _waiting(one: Hands) -> tuple[str, str]:
    students = (*one.first, *one.again)
    more = f" and {len(students) - _SHOWN} more" if len(students) > _SHOWN else ""
    again = f"; {len(one.again)} of them to be looked at again" if one.again else ""
    return f"{len(students)} ×  ", f"{one.task}: {', '.join(students[:_SHOWN])}{more}{again}"


def _renamed(one: Hands, names: Mapping[str, str]) -> Hands:
    return Hands(
        grade_id=one.grade_id,
        first=tuple(sorted(names[student] for student in one.first if student in names)),
        again=tuple(sorted(names[student] for student in one.again if student in names)),
    )


def _named(task: str, words: str) -> str:
    return words if words.startswith(task) else f"{task}: {words}"


def _lines(heading: str, rows: Sequence[tuple[str, str]]) -> list[Text]:
    lines = []
    for number, (before, text) in enumerate(rows[:_SHOWN]):
        more = len(rows) - _SHOWN if number == _SHOWN - 1 else 0
        label = (f"{'' if number else heading:<11}", "bold")
        after = f"  (and {more} more)" if more > 0 else ""
        lines.append(Text.assemble(label, before, one_line(text), (after, "dim")))
    return lines
