"""Rows of nbgrader's gradebook for a batch of submissions, each kind in one statement.

A statement for each row costs a server's round trip; `IN` and executemany cost one for all.
On PostgreSQL rows that exist are locked until the transaction ends, in the order of their keys.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from nbgrader import api
from sqlalchemy import Boolean, Connection, bindparam, func, insert, or_, select, update
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
    statement = update(_SUBMISSION).where(_SUBMISSION.c.id == bindparam("row"))
    _many(
        connection,
        statement.values(timestamp=bindparam("at")),
        [{"row": row, "at": at} for row, at in times.items()],
    )


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
    """Lock the cells' rows of submitted notebooks, and add those that are not there."""
    query = (
        select(table.c.notebook_id, table.c.cell_id)
        .where(table.c.notebook_id.in_(list(wanted)))
        .order_by(table.c.id)
        .with_for_update()
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
        by_hand = or_(bindparam("hand", type_=Boolean), _GRADE.c.manual_score.is_not(None))
        marked = _cell(_GRADE).values(auto_score=bindparam("auto"), needs_manual_grade=by_hand)
        _many(connection, marked, self._grades)
        nothing = _cell(_GRADE).values(auto_score=0.0, needs_manual_grade=False)
        _many(connection, nothing, self._nothing)
        _many(connection, _cell(_COMMENT).values(auto_comment=bindparam("said")), self._comments)

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
    statement = update(_NOTEBOOK).where(_NOTEBOOK.c.id == bindparam("row"))
    _many(
        connection,
        statement.values(late_submission_penalty=bindparam("value")),
        [{"row": row, "value": value} for row, value in penalties.items()],
    )


def _storable(text: str) -> str:
    """Text that every database takes: PostgreSQL refuses NUL, and no encoding has half a pair."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _cell(table: Any) -> Any:
    """An update of a cell's row by the table's unique key."""
    return update(table).where(
        table.c.cell_id == bindparam("cell"), table.c.notebook_id == bindparam("of")
    )


def _many(connection: Connection, statement: Any, parameters: list[dict[str, Any]]) -> None:
    if parameters:
        connection.execute(statement, parameters)


def _add(connection: Connection, table: Any, new: list[dict[str, Any]]) -> None:
    """Insert rows, except those that somebody else has entered meanwhile."""
    if connection.dialect.name == "postgresql":
        _many(connection, postgresql.insert(table).on_conflict_do_nothing(), new)
    elif connection.dialect.name == "sqlite":
        _many(connection, sqlite.insert(table).on_conflict_do_nothing(), new)
    else:
        _many(connection, insert(table), new)
