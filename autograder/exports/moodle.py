"""Moodle's offline grading worksheet, filled in (Submissions > Upload grading worksheet).

Its rules, read in `mod/assign/feedback/offline/importgradeslib.php` and `locallib.php` of Moodle
(commits 452e36fc, 04975560):

- Needed are the columns `Identifier`, `Grade` and `Last modified (grade)`, by the names that they
  have in the language in which the importing person uses Moodle. So the downloaded sheet is
  filled in, and its headings stay what they are.
- A person is the number at the end of `Participant 4711`.
- An empty grade changes nothing; a grade above the assignment's maximum is passed over, and so is
  one that was changed in Moodle after the time in `Last modified (grade)`.
- Feedback comments are imported where their column is there: cells of it stay as they are.
- UTF-8 with commas; a byte order mark is allowed.
"""

from collections.abc import Sequence

from autograder.errors import AuthoringError
from autograder.exports.filled import Filled
from autograder.exports.mark import Mark
from autograder.exports.people import Finder
from autograder.spreadsheet import csv_bytes, read_rows

__all__ = ["fill"]

_GRADE = "Grade"


def fill(data: bytes, name: str, marks: Sequence[Mark], column: str = "") -> Filled:
    """The worksheet with our marks in its grade column, whose heading is `column` or `Grade`.

    Raises `AuthoringError` where `data` is no worksheet or has no such column.
    """
    rows = read_rows(data, name)
    place = _column(rows, name, column)
    finder, notes = Finder(marks), []
    out: list[list[str]] = [list(rows[0])]
    for row in (row + [""] * (len(rows[0]) - len(row)) for row in rows[1:]):
        mark = _find(finder, row, place)
        row[place] = ""
        if mark is None:
            notes.append(f"{row[0]} of {name} is nobody here: the grade stays empty")
        elif mark.score is not None:
            row[place] = f"{mark.score:.10g}"
            if mark.score > (_number(row[place + 1]) if place + 1 < len(row) else mark.score):
                notes.append(
                    f"{mark.student} has {mark.score:g} points, Moodle's maximum is "
                    f"{row[place + 1]}: Moodle will pass over it; raise the assignment's maximum"
                )
        out.append(row)
    notes += [
        f"{mark.student} has a mark and is not in {name}; give the roster a moodle_id (the number "
        "in `Participant 4711`), or enter it by hand"
        for mark in marks
        if mark.score is not None and mark.student not in finder.found
    ]
    return Filled(csv_bytes(out), tuple(_worth(rows, place, marks) + notes))


def _column(rows: Sequence[Sequence[str]], name: str, wanted: str) -> int:
    header = list(rows[0]) if rows else []
    wanted = wanted or _GRADE
    if header.count(wanted) != 1 or not any(_participant(row[0]) for row in rows[1:]):
        raise AuthoringError(
            f"{name} is no grading worksheet with a column {wanted!r}. Take Download grading "
            "worksheet in the assignment (its setting Feedback types > Offline grading worksheet "
            "has to be on); in another language than English, name the column of grades with "
            f"--column. The headings are: {', '.join(header)[:200]}"
        )
    return header.index(wanted)


def _participant(cell: str) -> str:
    """The number at the end of `Participant 4711`, in any language; empty where there is none."""
    number = cell.strip().rpartition(" ")[2]
    return number if number.isdecimal() else ""


def _find(finder: Finder, row: Sequence[str], place: int) -> Mark | None:
    """Before the grade stand the name and whatever identity fields the site shows."""
    identity = row[1:place]
    ids = [("moodle_id", _participant(row[0]))]
    ids += [("email", cell) for cell in identity if "@" in cell]
    ids += [("id", cell) for cell in identity[1:]]
    return finder.find(ids, identity[0] if identity else "")


def _worth(rows: Sequence[Sequence[str]], place: int, marks: Sequence[Mark]) -> list[str]:
    row = rows[1] if len(rows) > 1 else []
    most = marks[0].max_score if marks else 0.0
    there = _number(row[place + 1]) if place + 1 < len(row) else most
    if abs(there - most) < 0.005 or there == float("inf"):
        return []
    return [
        f"Moodle's maximum is {there:g} points, the gradebook's {most:g}: points go as they are"
    ]


def _number(cell: str) -> float:
    try:
        return float(cell.replace(",", "."))
    except ValueError:
        return float("inf")
