"""A graded class in the terminal: students by tasks, and the reason where points are lost.

A class of 100,000 is graded in a process that keeps its rows and not its reports, which are
some thirty times as large.
"""

import sys
from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.grading.feedback import why
from autograder.grading.items import marks_of
from autograder.verdict import Judged, Report, TaskResult, task_name

__all__ = ["Row", "one_line", "print_class", "row_of"]

_FILE_WIDTH = 160
"""Columns in a file or a pipe, which have no width of their own."""
_REASON_WIDTH = 40
"""Columns that a reason needs; a narrower terminal shows the reasons below the points."""


class Cell(msgspec.Struct, frozen=True):
    """A task's points, in 0..max_points; None where a person or nobody has decided."""

    points: float | None
    max_points: float
    passed: bool
    by_hand: bool


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What the table shows of a student."""

    student: str
    graded: bool
    cells: dict[str, Cell]
    """By grade_id, in the notebook's order."""
    points: float
    max_points: float
    why: str
    tier: str

    @property
    def by_hand(self) -> bool:
        """There are written answers for a person to read."""
        return any(cell.by_hand for cell in self.cells.values())


def row_of(report: Report) -> Row:
    """The row of a report."""
    points, most = marks_of(report)
    return Row(
        student=report.student,
        graded=report.graded,
        cells={sys.intern(task.grade_id): _cell(task) for task in report.tasks},
        points=points,
        max_points=most,
        why=one_line(why(report) if report.graded else f"ungraded: {why(report)}"),
        tier=sys.intern(report.confinement.partition(":")[0]),
    )


def _cell(task: TaskResult) -> Cell:
    by_hand = task.judged is Judged.BY_HAND
    return Cell(task.points, task.max_points, task.passed, by_hand)


def print_class(rows: Sequence[Row], console: Console | None = None) -> None:
    """Print the table and, below it, how many are graded and what waits for a hand."""
    console = console or Console()
    if not console.is_terminal:
        console.width = max(console.width, _FILE_WIDTH)
    columns = _columns(rows)
    lines = [_line(row, columns) for row in rows]
    headings = ["student", *map(task_name, columns), "total"]
    points = _table(headings, [line[:-1] for line in lines])
    left = console.width - console.measure(points).maximum - 2
    if left >= _REASON_WIDTH:
        for line in lines:
            line[-1].truncate(left, overflow="ellipsis")
        console.print(_table([*headings, "why"], lines))
    else:
        if left < 0:  # a small window: totals, and the tasks only where something is lost
            points = _table(["student", "total"], [[line[0], line[-2]] for line in lines])
        console.print(points)
        console.print()
        for student, *_, reason in lines:
            if reason:
                console.print(Text.assemble(student, "  ", reason), soft_wrap=True)
    console.print()
    console.print(Text(_summary(rows)))


def _table(headings: Sequence[str], rows: Sequence[Sequence[Text]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for heading in headings:
        left = heading in ("student", "why")
        table.add_column(
            Text(heading.replace(" ", "\n")), justify="left" if left else "right", no_wrap=True
        )
    for row in rows:
        table.add_row(*row)
    return table


def _columns(rows: Sequence[Row]) -> list[str]:
    """The tasks of the fullest row, in the notebook's order."""
    fullest = max(rows, key=lambda row: len(row.cells), default=None)
    return list(fullest.cells) if fullest else []


def _line(row: Row, columns: Sequence[str]) -> list[Text]:
    student = Text(one_line(row.student))
    if not row.graded:
        dashes = [Text("–", style="dim") for _ in columns]
        return [student, *dashes, Text("–", style="dim"), Text(row.why, style="yellow")]
    cells = [_points(row.cells.get(column)) for column in columns]
    return [student, *cells, Text(f"{row.points:.4g}/{row.max_points:g}"), Text(row.why)]


def _points(cell: Cell | None) -> Text:
    if cell is None:
        return Text("–", style="dim")
    if cell.by_hand:
        return Text("·", style="dim")
    style = "" if cell.passed else "red" if not cell.points else "yellow"
    return Text(f"{cell.points:g}/{cell.max_points:g}", style=style)


def one_line(text: str) -> str:
    """A student's text without line breaks, and without what would drive the terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _summary(rows: Sequence[Row]) -> str:
    graded = [row for row in rows if row.graded]
    waiting = sum(row.by_hand for row in graded)
    parts = [f"{len(graded)} graded", f"{len(rows) - len(graded)} ungraded"]
    if waiting:
        parts.append(f"{waiting} with written answers (·), graded by hand")
    tier = next((row.tier for row in graded if row.tier), "")
    return " · ".join(parts) + (f" · confinement: {tier}" if tier else "")
