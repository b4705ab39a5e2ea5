"""Canvas's gradebook CSV (Grades > Import).

Its rules, read in `lib/gradebook_importer.rb` of canvas-lms (commit 00b222d7):

- The first cells are `Student` and `ID` (or `LastName`, `FirstName`, `ID`), the last identity
  column is `Section`; between them may stand SIS User ID, SIS Login ID, Integration ID, Root
  Account.
- A row whose first cell holds `Points Possible` says what an assignment is worth, and *sets* it.
  `(read only)` there marks a column that is passed over.
- An assignment's column is `Title (id)`. A title alone is the assignment of just that title; one
  that Canvas does not know is offered as a new assignment.
- People are found by ID, else by SIS User ID, SIS Login ID, exact name. Those without a row are
  left as they are, and so are columns that are not there.
- An empty cell takes a mark away. That is why a person without one gets no row.
- The delimiter is guessed from the first three *lines*, so that no cell may hold a line break.
"""

import re
from collections.abc import Sequence

from autograder.errors import AuthoringError
from autograder.exports.filled import Filled
from autograder.exports.mark import Mark
from autograder.exports.people import Finder
from autograder.intake.names import folded
from autograder.spreadsheet import csv_bytes, read_rows

__all__ = ["fill", "fresh"]

_HEADER = ("Student", "ID", "SIS Login ID", "Section")
_ID = re.compile(r"\s*\(\d+\)\s*$")
_POINTS = "Points Possible"


def fresh(marks: Sequence[Mark], column: str = "") -> Filled:
    """A file without a download: people by the roster's `canvas_id`, else by login and name."""
    title = column or (marks[0].assignment if marks else "")
    most = marks[0].max_score if marks else 0.0
    rows: list[list[object]] = [[*_HEADER, title], [f"    {_POINTS}", "", "", "", most]]
    rows += [
        [_one_line(_name(mark)), mark.ids.get("canvas_id", ""), mark.student, "", mark.score]
        for mark in marks
        if mark.score is not None
    ]
    if _ID.search(title):
        return Filled(csv_bytes(rows))
    note = (
        f"the column {title!r} has no id of Canvas's, so that Canvas will ask whether this is a "
        "new assignment; --from with Canvas's own export, or --column 'Title (1234)', names the "
        "one that is there"
    )
    return Filled(csv_bytes(rows), (note,))


def fill(data: bytes, name: str, marks: Sequence[Mark], column: str = "") -> Filled:
    """Canvas's own export with our marks: its identity columns and one assignment's, no others.

    Raises `AuthoringError` where `data` is no such export or the column can't be told.
    """
    rows = read_rows(data, name)
    last = _section(rows, name)
    title, place = _column(rows, last, marks, name, column)
    finder, notes = Finder(marks), []
    out: list[list[object]] = [[*rows[0][: last + 1], title]]
    for row in (row + [""] * (len(rows[0]) - len(row)) for row in rows[1:]):
        if _POINTS in row[0]:
            out.append([*row[: last + 1], row[place]])
            notes += _worth(row[place], marks)
        elif any(row[: last + 1]):
            mark = _find(finder, rows[0], row, last)
            if mark is None:
                notes.append(f"{_one_line(row[0])!r} of {name} is nobody here: no row")
            elif mark.score is not None:
                identity = [_one_line(cell) for cell in row[: last + 1]]
                out.append([*identity, mark.score])
    notes += [
        f"{mark.student} has a mark and is not in {name}; give the roster a canvas_id, or enter it "
        "by hand"
        for mark in marks
        if mark.score is not None and mark.student not in finder.found
    ]
    return Filled(csv_bytes(out), tuple(notes))


def _section(rows: Sequence[Sequence[str]], name: str) -> int:
    """The place of the last identity column."""
    header = list(rows[0]) if rows else []
    begins = header[:2] == ["Student", "ID"] or header[:3] == ["LastName", "FirstName", "ID"]
    if not begins or "Section" not in header:
        raise AuthoringError(
            f"{name} is no export of Canvas's gradebook: its first line should begin with "
            f"Student,ID and hold Section, and is {','.join(header)[:80]!r}. Take Grades > Export"
        )
    return header.index("Section")


def _column(
    rows: Sequence[Sequence[str]], last: int, marks: Sequence[Mark], name: str, wanted: str
) -> tuple[str, int]:
    header = rows[0]
    assignment = wanted or (marks[0].assignment if marks else "")
    places = [
        place
        for place in range(last + 1, len(header))
        if header[place] == assignment or folded(_ID.sub("", header[place])) == folded(assignment)
    ]
    if len(places) != 1:
        titles = ", ".join(title for title in header[last + 1 :] if _ID.search(title)) or "none"
        found = "several columns" if places else "no column"
        raise AuthoringError(
            f"{name} has {found} for {assignment!r}. Say which with --column 'Title (1234)'; its "
            f"assignments are: {titles}"
        )
    points = next((row for row in rows[1:] if row and _POINTS in row[0]), [])
    if "read only" in "".join(points[places[0] : places[0] + 1]):
        raise AuthoringError(
            f"Canvas passes over the column {header[places[0]]!r}, which is read only; name "
            "another one with --column"
        )
    return header[places[0]], places[0]


def _find(finder: Finder, header: Sequence[str], row: Sequence[str], last: int) -> Mark | None:
    cells = dict(zip(header[: last + 1], row, strict=False))
    login = cells.get("SIS Login ID", "")
    ids = [
        ("canvas_id", cells.get("ID", "")),
        ("id", cells.get("SIS User ID", "")),
        ("id", login),
        ("email", login),
        ("id", login.partition("@")[0]),
    ]
    two = f"{cells.get('FirstName', '')} {cells.get('LastName', '')}"
    return finder.find(ids, cells.get("Student", two))


def _worth(cell: str, marks: Sequence[Mark]) -> list[str]:
    most = marks[0].max_score if marks else 0.0
    try:
        same = abs(float(cell.replace(",", ".")) - most) < 0.005
    except ValueError:
        same = True
    if same:
        return []
    return [f"Canvas has {cell} points possible, the gradebook {most:g}: points go as they are"]


def _name(mark: Mark) -> str:
    if mark.last_name and mark.first_name:
        return f"{mark.last_name}, {mark.first_name}"
    return mark.last_name or mark.name or mark.student


def _one_line(text: str) -> str:
    return " ".join(text.split())
