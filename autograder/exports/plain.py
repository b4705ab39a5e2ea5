"""CSV and JSON of our own: everything that the gradebook knows about an assignment's marks.

The CSV begins with a byte order mark, without which Excel takes UTF-8 for the system's old code
page. Its `student_id`, `email` and `score` are what Moodle's gradebook import (Grades > Import >
CSV file) is told to map.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from autograder.exports.mark import Mark
from autograder.spreadsheet import csv_bytes

__all__ = ["as_csv", "as_json", "plain", "tasks"]

_COLUMNS = (
    "assignment", "student_id", "last_name", "first_name", "email", "handed_in", "raw_score",
    "late_penalty", "score", "max_score", "state", "why",
)  # fmt: skip


def as_csv(marks: Sequence[Mark]) -> bytes:
    """A row a person, with a column for each task after the fixed ones."""
    names = list(dict.fromkeys(name for mark in marks for name in mark.max_points))
    rows: list[list[object]] = [[*_COLUMNS, *names]]
    for mark in marks:
        values = plain(mark)
        rows.append([values[name] for name in _COLUMNS] + [mark.points.get(name) for name in names])
    return csv_bytes(rows, bom=True)


def as_json(marks: Sequence[Mark]) -> bytes:
    """A list of objects; a mark that is not there is null."""
    rows = [
        {**plain(mark), "tasks": tasks(mark), "why": mark.why}
        for mark in marks
    ]  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n"


def plain(mark: Mark) -> dict[str, Any]:
    """A mark's plain values, by the CSV's columns; points only where there is a mark."""
    counts = mark.score is not None
    return {
        "assignment": mark.assignment,
        "student_id": mark.student,
        "last_name": mark.last_name or mark.name,
        "first_name": mark.first_name,
        "email": mark.email,
        "handed_in": mark.handed_in.isoformat(sep=" ") if mark.handed_in else None,
        "raw_score": mark.raw_score if counts else None,
        "late_penalty": mark.penalty if counts else None,
        "score": mark.score,
        "max_score": mark.max_score,
        "state": mark.state.value,
        "why": mark.why.partition("\n")[0],
    }


def tasks(mark: Mark) -> dict[str, dict[str, float | None]]:
    """Points and their maximum by grade_id."""
    return {
        name: {"points": mark.points.get(name), "max_points": most}
        for name, most in mark.max_points.items()
    }
