"""The numbers of a class as CSV, one sheet behind each table and plot of the class report.

UTF-8 with a heading, numbers with a decimal point, an empty cell where there is no value:
an ungraded submission has no points, and not 0.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from autograder.grading.feedback import why
from autograder.grading.items import Item, marks_of
from autograder.grading.statistics import ClassNumbers, histogram
from autograder.grading.table import one_line
from autograder.spreadsheet import safe_cell

__all__ = ["as_csv", "save_sheets", "sheets_of"]

Cell = str | float | None
Sheet = Sequence[Sequence[Cell]]


def sheets_of(numbers: ClassNumbers) -> dict[str, Sheet]:
    """Rows by the sheet's name; the first of each is its heading."""
    return {
        "marks": [("from", "to", "students"), *_bins(numbers)],
        "tasks": [_item_heading("mean_points"), *map(_item_row, numbers.tasks)],
        "cases": [_item_heading("mean"), *map(_item_row, numbers.cases)],
        "mistakes": [
            ("grade_id", "mistake", "named", "students", "points_lost", "who", "sentence"),
            *(
                (
                    *(one.grade_id, one.words, "yes" if one.named else "no", len(one.students)),
                    *(one.lost, ", ".join(one.students), one.sentence),
                )
                for one in numbers.mistakes
            ),
        ],
        "students": list(_students(numbers)),
        "notes": [("student", "state", "task", "note"), *notes_of(numbers)],
    }


def notes_of(numbers: ClassNumbers) -> Iterator[tuple[str, str, str, str]]:
    """Student, `ungraded` or `note`, task, text: ungraded submissions first."""
    for report in numbers.ungraded:
        yield report.student, "ungraded", "", why(report)
    for report in numbers.graded:
        yield from ((report.student, "note", "", note) for note in report.notes)
        yield from (
            (report.student, "note", task.task, task.note) for task in report.tasks if task.note
        )


def as_csv(sheet: Sheet) -> str:
    """The sheet's text; no cell of it is taken for a formula."""
    text = io.StringIO()
    csv.writer(text).writerows([_cell(value) for value in row] for row in sheet)
    return text.getvalue()


def save_sheets(folder: Path, numbers: ClassNumbers) -> list[Path]:
    """Write `<folder>/<sheet>.csv` for each of them; returns the paths. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, sheet in sheets_of(numbers).items():
        path = folder / f"{name}.csv"
        path.write_text(as_csv(sheet), encoding="utf-8", errors="replace", newline="")
        paths.append(path)
    return paths


def _bins(numbers: ClassNumbers) -> Iterable[tuple[float, float, int]]:
    return histogram([marks_of(one)[0] for one in numbers.graded], numbers.max_points)


def _item_heading(mean: str) -> Sequence[Cell]:
    return (
        *("grade_id", "case", "stage", "line", "max_points", "students", "passed", "pass_rate"),
        *(mean, "strong", "strong_passed", "discrimination", "reading", "unfair"),
    )


def _item_row(item: Item) -> Sequence[Cell]:
    return (
        *(item.grade_id, item.name, item.stage, item.line, item.max_points, item.students),
        *(item.passed, item.pass_rate, item.mean, item.strong, item.strong_passed),
        *(item.discrimination, item.reading, item.unfair),
    )


def _students(numbers: ClassNumbers) -> Iterator[Sequence[Cell]]:
    grade_ids = [task.grade_id for task in numbers.tasks]
    yield ("student", "state", *grade_ids, "points", "max_points", "passed", "seconds", "why")
    for report in numbers.reports:
        tasks = {task.grade_id: task.points for task in report.tasks}
        state = "graded" if report.graded else "ungraded"
        points, most = marks_of(report)
        if report.graded:
            scores = (*(tasks.get(one) for one in grade_ids), points, most)
            passed = "yes" if report.passed else "no"
        else:
            scores, passed = (None,) * (len(grade_ids) + 2), ""
        yield (report.student, state, *scores, passed, report.seconds, why(report))


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return f"{value:.12g}" if isinstance(value, float) else str(value)
    return safe_cell(one_line(value))
