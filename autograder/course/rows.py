"""Rows of nbgrader's gradebook for a batch of submissions, each kind in one statement.

A statement for each row costs a server's round trip; `IN`, arrays and executemany cost one for
all.

On PostgreSQL the submissions' rows are locked first (`FOR UPDATE`), and a grade's row by the update
that changes it, which looks at the row as it was committed last; penalties are reckoned after it.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgrader import api
from sqlalchemy import (
    Boolean,
    Connection,
    DateTime,
    Float,
    String,
    Text,
    bindparam,
    cast,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from autograder.grading.marks import Marks

__all__ = [
    "Cells", "Changes", "enter", "scores", "set_penalties", "set_timestamps", "submissions",
    "submitted_notebooks",
]  # fmt: skip

_STUDENT = api.Student.__table__
_SUBMISSION = api.SubmittedAssignment.__table__
_NOTEBOOK = api.SubmittedNotebook.__table__
_GRADE = api.Grade.__table__
_COMMENT = api.Comment.__table__


@dataclass(frozen=True)
class Cells:
    """A notebook of the assignment: its id, and its cells' ids by name."""

    id: str
    graded: Mapping[str, str]
    commented: Mapping[str, str]

    @classmethod
    def of(cls, notebook: Any) -> "Cells":
        """The cells of nbgrader's `Notebook`."""
        graded = (*notebook.grade_cells, *notebook.task_cells)
        commented = (*notebook.solution_cells, *notebook.task_cells)
        return cls(
            notebook.id,
            {cell.name: cell.id for cell in graded},
            {cell.name: cell.id for cell in commented},
        )


def submissions(connection: Connection, assignment: str, students: list[str]) -> list[Any]:
    """The submissions of `students` that are there, locked."""
    table = _SUBMISSION
    query = (
        select(table)
        .where(table.c.assignment_id == assignment, table.c.student_id.in_(students))
        .order_by(table.c.student_id)
        .with_for_update()
    )
    return list(connection.execute(query))


def enter(
    connection: Connection,
    assignment: str,
    timestamps: Mapping[str, datetime.datetime | None],
) -> None:
    """Enter submissions by student, and the students where they are new."""
    students = sorted(timestamps)
    known = set(
        connection.scalars(select(_STUDENT.c.id).where(_STUDENT.c.id.in_(students)))
        if students
        else ()
    )
    _add(connection, _STUDENT, [{"id": name} for name in students if name not in known])
    entered = [
        {
            "id": api.new_uuid(), "assignment_id": assignment, "student_id": name,
            "timestamp": timestamps[name],
        }
        for name in students
    ]  # fmt: skip
    _add(connection, _SUBMISSION, entered)


def set_timestamps(connection: Connection, times: Mapping[str, datetime.datetime | None]) -> None:
    """Set when submissions were handed in, by their ids."""
    changes = [{"row": row, "at": at} for row, at in times.items()]
    _change(connection, _SUBMISSION, _ROW, lambda get: {"timestamp": get("at")}, changes)


def submitted_notebooks(
    connection: Connection, submitted: list[str], notebooks: Mapping[str, Cells]
) -> dict[tuple[str, str], str]:
    """The ids of notebooks by submission's id and name; entered, with their cells, where new."""
    if not submitted:
        return {}
    names = {cells.id: name for name, cells in notebooks.items()}
    table = _NOTEBOOK
    query = select(table.c.assignment_id, table.c.notebook_id, table.c.id).where(
        table.c.assignment_id.in_(submitted), table.c.notebook_id.in_(list(names))
    )

    def read() -> dict[tuple[str, str], str]:
        return {(of, names[kind]): row for of, kind, row in connection.execute(query)}

    found = read()
    missing = [
        {
            "id": api.new_uuid(), "notebook_id": cells.id, "assignment_id": one,
            "flagged": False,
        }
        for one in submitted
        for name, cells in notebooks.items()
        if (one, name) not in found
    ]  # fmt: skip
    if missing:
        _add(connection, table, missing)
        found = read()
    wanted = [(row, notebooks[name]) for (_, name), row in found.items()]
    _add_cells(connection, _GRADE, {row: set(cells.graded.values()) for row, cells in wanted})
    _add_cells(connection, _COMMENT, {row: set(cells.commented.values()) for row, cells in wanted})
    return found


def _add_cells(connection: Connection, table: Any, wanted: Mapping[str, set[str]]) -> None:
    """Add the cells' rows of submitted notebooks that are not there."""
    query = select(table.c.notebook_id, table.c.cell_id).where(
        table.c.notebook_id.in_(list(wanted))
    )
    there = {(notebook, cell) for notebook, cell in connection.execute(query)}
    missing = [
        {"id": api.new_uuid(), "cell_id": cell, "notebook_id": notebook}
        for notebook, cells in wanted.items()
        for cell in sorted(cells)
        if (notebook, cell) not in there
    ]
    _add(connection, table, missing)


@dataclass
class Changes:
    """What a batch changes in cells' rows; `write` does it in three statements at most."""

    _grades: list[dict[str, Any]] = field(default_factory=list)
    _nothing: list[dict[str, Any]] = field(default_factory=list)
    _comments: list[dict[str, Any]] = field(default_factory=list)

    def withdraw(self, notebook: str, cells: Cells) -> None:
        """Take back the points by machine; a person has to look at the tasks."""
        for cell in cells.graded.values():
            self._grade(notebook, cell, None)

    def give_nothing(self, notebook: str, cells: Cells) -> None:
        """A notebook that was not handed in is worth 0, and nobody has to look at it."""
        self._nothing += [{"of": notebook, "cell": cell} for cell in cells.graded.values()]

    def mark(self, notebook: str, cells: Cells, marks: Marks) -> None:
        """Points by machine and comments; a task without points waits for a person."""
        for name, points in marks.scores.items():
            self._grade(notebook, cells.graded[name], points)
        for name, comment in marks.comments.items():
            said = None if comment is None else _storable(comment)
            self._comments.append({"of": notebook, "cell": cells.commented[name], "said": said})

    def write(self, connection: Connection) -> None:
        """Change the rows. What a person gave is looked at by the database as it stands then."""
        given = _GRADE.c.manual_score.is_not(None)
        _change(
            connection, _GRADE, _CELL,
            lambda get: {"auto_score": get("auto"), "needs_manual_grade": or_(get("hand"), given)},
            self._grades,
        )  # fmt: skip
        nothing = {"auto_score": 0.0, "needs_manual_grade": False}
        _change(connection, _GRADE, _CELL, lambda _: nothing, self._nothing)
        _change(
            connection, _COMMENT, _CELL, lambda get: {"auto_comment": get("said")}, self._comments
        )

    def _grade(self, notebook: str, cell: str, points: float | None) -> None:
        row = {"of": notebook, "cell": cell, "auto": points, "hand": points is None}
        self._grades.append(row)


def scores(connection: Connection, notebooks: Iterable[tuple[str, Cells]]) -> dict[str, float]:
    """Submitted notebooks' scores by id, as nbgrader adds them up, by the database."""
    wanted = dict(notebooks)
    cells = {cell for one in wanted.values() for cell in one.graded.values()}
    query = (
        select(_GRADE.c.notebook_id, func.coalesce(func.sum(api.Grade.score), 0.0))
        .where(_GRADE.c.notebook_id.in_(list(wanted)), _GRADE.c.cell_id.in_(list(cells)))
        .group_by(_GRADE.c.notebook_id)
    )
    return {row: float(score) for row, score in connection.execute(query)} if wanted else {}


def set_penalties(connection: Connection, penalties: Mapping[str, float | None]) -> None:
    """Set submitted notebooks' penalties, by their ids."""
    changes = [{"row": row, "value": value} for row, value in penalties.items()]
    _change(
        connection, _NOTEBOOK, _ROW,
        lambda get: {"late_submission_penalty": get("value")}, changes,
    )  # fmt: skip


def _storable(text: str) -> str:
    """Text that every database takes: PostgreSQL refuses NUL, and no encoding has half a pair."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


_CELL = {"cell_id": "cell", "notebook_id": "of"}
_ROW = {"id": "row"}
"""Tables' unique keys, and how they are called in what is changed."""

_TYPES = {
    "cell": String, "of": String, "row": String, "at": DateTime, "value": Float, "auto": Float,
    "hand": Boolean, "said": Text,
}  # fmt: skip


def _change(
    connection: Connection,
    table: Any,
    key: Mapping[str, str],
    values: Callable[[Callable[[str], Any]], Mapping[str, Any]],
    changes: list[dict[str, Any]],
) -> None:
    """Update rows by a unique key; `values(get)` says what becomes of columns, `get` by name.

    On PostgreSQL one statement does it, with an array for each name: executemany's costs thrice
    as much there.
    """
    if not changes:
        return
    arrays = connection.dialect.name == "postgresql"
    get: Callable[[str], Any]
    if arrays:
        source = _unnested({name: _TYPES[name]() for name in changes[0]}, changes).subquery()
        get = source.c.__getitem__
    else:

        def get(name: str) -> Any:
            return bindparam(name, type_=_TYPES[name]())

    matches = [table.c[column] == get(name) for column, name in key.items()]
    statement = update(table).where(*matches).values(values(get))
    connection.execute(statement, None if arrays else changes)


def _unnested(types: Mapping[str, Any], new: list[dict[str, Any]]) -> Any:
    """The rows as a query: PostgreSQL takes an array for each column."""
    columns = []
    for name, kind in types.items():
        array = postgresql.ARRAY(kind)
        values = bindparam(f"all_{name}", [row[name] for row in new], type_=array)
        columns.append(func.unnest(cast(values, array), type_=kind).label(name))
    return select(*columns)


def _add(connection: Connection, table: Any, new: list[dict[str, Any]]) -> None:
    """Insert rows, except those that somebody else has entered meanwhile."""
    if not new:
        return
    if connection.dialect.name == "postgresql":
        types = {name: table.c[name].type for name in new[0]}
        rows = postgresql.insert(table).from_select(list(types), _unnested(types, new))
        connection.execute(rows.on_conflict_do_nothing())
    elif connection.dialect.name == "sqlite":
        connection.execute(sqlite.insert(table).on_conflict_do_nothing(), new)
    else:
        connection.execute(insert(table), new)
