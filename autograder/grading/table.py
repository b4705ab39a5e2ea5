"""A graded class in the terminal: students by tasks, and the reason where points are lost."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.grading.feedback import why
from autograder.grading.items import marks_of
from autograder.verdict import Judged, Report, TaskResult

__all__ = ["one_line", "print_class"]

_FILE_WIDTH = 160
"""Columns in a file or a pipe, which have no width of their own."""
_REASON_WIDTH = 40
"""Columns that a reason needs; a narrower terminal shows the reasons below the points."""


def print_class(reports: Sequence[Report], console: Console | None = None) -> None:
    """Print the table and, below it, how many are graded and what waits for a hand."""
    console = console or Console()
    if not console.is_terminal:
        console.width = max(console.width, _FILE_WIDTH)
    tasks = _columns(reports)
    rows = [_row(report, tasks) for report in reports]
    headings = ["student", *(task.task for task in tasks), "total"]
    points = _table(headings, [row[:-1] for row in rows])
    left = console.width - console.measure(points).maximum - 2
    if left >= _REASON_WIDTH:
        for row in rows:
            row[-1].truncate(left, overflow="ellipsis")
        console.print(_table([*headings, "why"], rows))
    else:
        if left < 0:  # a small window: totals, and the tasks only where something is lost
            points = _table(["student", "total"], [[row[0], row[-2]] for row in rows])
        console.print(points)
        console.print()
        for student, *_, reason in rows:
            if reason:
                console.print(Text.assemble(student, "  ", reason), soft_wrap=True)
    console.print()
    console.print(Text(_summary(reports)))


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


def _columns(reports: Sequence[Report]) -> list[TaskResult]:
    """The tasks of the fullest report, in the notebook's order."""
    fullest = max(reports, key=lambda report: len(report.tasks), default=None)
    return list(fullest.tasks) if fullest else []


def _row(report: Report, columns: Sequence[TaskResult]) -> list[Text]:
    if not report.graded:
        dashes = [Text("–", style="dim") for _ in columns]
        text = Text(one_line(f"ungraded: {why(report)}"), style="yellow")
        return [Text(one_line(report.student)), *dashes, Text("–", style="dim"), text]
    results = {task.grade_id: task for task in report.tasks}
    cells = [_points(results.get(column.grade_id)) for column in columns]
    total, most = marks_of(report)
    whole = f"{total:.4g}/{most:g}"
    return [Text(one_line(report.student)), *cells, Text(whole), Text(one_line(why(report)))]


def _points(task: TaskResult | None) -> Text:
    if task is None:
        return Text("–", style="dim")
    if task.judged is Judged.BY_HAND:
        return Text("·", style="dim")
    style = "" if task.passed else "red" if not task.points else "yellow"
    return Text(f"{task.points:g}/{task.max_points:g}", style=style)


def one_line(text: str) -> str:
    """A student's text without line breaks, and without what would drive the terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _summary(reports: Sequence[Report]) -> str:
    graded = [report for report in reports if report.graded]
    waiting = sum(any(task.judged is Judged.BY_HAND for task in report.tasks) for report in graded)
    parts = [f"{len(graded)} graded", f"{len(reports) - len(graded)} ungraded"]
    if waiting:
        parts.append(f"{waiting} with written answers (·), graded by hand")
    confinement = next((report.confinement for report in graded if report.confinement), "")
    tier = confinement.partition(":")[0]
    return " · ".join(parts) + (f" · confinement: {tier}" if tier else "")
