"""nbgrader's gradebook, written by one process in few transactions.

Theory of operation
-------------------
nbgrader opens nine sessions and commits some twenty times for each submission; its queries look
at every grade of the gradebook, so that they slow down as it fills. `Bookkeeper` writes the same
rows by statements that use the tables' unique keys: one transaction for a batch of submissions.
It begins with the write lock (`BEGIN IMMEDIATE`), so that what a person enters in the formgrader
at the same time is never overwritten by something older, and it lasts milliseconds, so that
the formgrader waits for nothing. A gradebook that is locked by somebody else is waited for.

What is written is what nbgrader writes: students and submissions are entered when they are new,
points by machine replace older ones, a person's points, extra credit and comments stay, a task
that a person has graded before is marked as one to look at again.
"""

import datetime
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nbgrader import api
from sqlalchemy import (
    Connection,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, OperationalError
from sqlalchemy.orm import Session

from autograder.course.database import open_gradebook
from autograder.course.gradebook import authored_notebook
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.marks import Marks
from autograder.restore import AuthoredNotebook

__all__ = ["Bookkeeper", "Entry", "Penalty"]

_LOCKED_SECONDS = 60.0
"""How long another program may keep the gradebook locked."""

_STUDENT = api.Student.__table__
_SUBMISSION = api.SubmittedAssignment.__table__
_NOTEBOOK = api.SubmittedNotebook.__table__
_GRADE = api.Grade.__table__
_COMMENT = api.Comment.__table__

Penalty = Callable[[str, float, float], float | None]
"""The penalty for a student, a score and the seconds that the submission was late."""


@dataclass(frozen=True)
class Entry:
    """What a batch has for one submission.

    Without `marks` the submission is ungraded, and its points by machine are taken back.
    `missing` are notebooks of the assignment that were not handed in: they are worth 0.
    """

    student: str
    timestamp: datetime.datetime | None = None
    marks: Mapping[str, Marks] | None = None
    missing: tuple[str, ...] = ()
    entered: bool = True
    """Whether to enter the submission where it is new; else it is only changed if there."""


@dataclass(frozen=True)
class _Cells:
    """A notebook of the assignment: its id, and its cells' ids by name."""

    id: str
    graded: Mapping[str, str]
    commented: Mapping[str, str]


class Bookkeeper:
    """The one writer of an assignment's grades; a context manager."""

    def __init__(self, db_url: str, assignment: str, *, penalty: Penalty | None = None) -> None:
        """Open the gradebook `db_url` and look up the assignment.

        Raises `AuthoringError` where there is no such gradebook or assignment, or where another
        version of nbgrader made it.
        """
        self._assignment = assignment
        self._penalty = penalty
        self._engine = open_gradebook(db_url, assignment, api.Base.metadata.sorted_tables)
        try:
            self._look_up(assignment)
            self._waiting_for_the_lock(lambda connection: None)  # before anything is graded
        except BaseException:
            self._engine.dispose()
            raise

    def __enter__(self) -> "Bookkeeper":
        return self

    def __exit__(self, *_exception: object) -> None:
        self._engine.dispose()

    def entered(self) -> set[str]:
        """The students whose submissions are in the gradebook."""
        query = select(_SUBMISSION.c.student_id).where(_SUBMISSION.c.assignment_id == self._id)
        with self._engine.connect() as connection:
            return set(connection.scalars(query))

    def students(self) -> set[str]:
        """The students whom the gradebook knows."""
        with self._engine.connect() as connection:
            return set(connection.scalars(select(_STUDENT.c.id)))

    def write(self, entries: Iterable[Entry]) -> None:
        """Write a batch, all of it or nothing.

        Raises `SandboxError` where the gradebook stays locked or can't be written.
        """
        batch = list(entries)
        if batch:
            self._waiting_for_the_lock(lambda connection: self._write(connection, batch))

    def _look_up(self, assignment: str) -> None:
        with Session(self._engine) as session:
            rows = session.scalars(select(api.Assignment).where(api.Assignment.name == assignment))
            found = rows.one_or_none()
            if found is None:
                names = sorted(session.scalars(select(api.Assignment.name)))
                known = f"it has {', '.join(names)}" if names else "it has none yet"
                raise AuthoringError(
                    f"the gradebook has no assignment {assignment!r}, {known}. Mend the name, or "
                    f"run `nbgrader generate_assignment {assignment}` first"
                )
            self._id, self._due = found.id, found.duedate
            self.authored: dict[str, AuthoredNotebook] = {
                notebook.name: authored_notebook(notebook) for notebook in found.notebooks
            }
            if not self.authored:
                raise AuthoringError(
                    f"the gradebook has no notebook of {assignment!r}: its release was refused or "
                    "broke off. Mend the source, and run "
                    f"`nbgrader generate_assignment {assignment} --force`"
                )
            self._notebooks = {notebook.name: _cells_of(notebook) for notebook in found.notebooks}

    def _waiting_for_the_lock(self, write: Callable[[Connection], None]) -> None:
        deadline = time.monotonic() + _LOCKED_SECONDS
        while True:
            try:
                with self._engine.execution_options(writes=True).begin() as connection:
                    write(connection)
                return
            except OperationalError as error:
                if "locked" not in str(error):
                    raise SandboxError(f"the gradebook can't be written: {error.orig}") from error
                if time.monotonic() > deadline:
                    raise SandboxError(
                        f"another program has kept the gradebook locked for {_LOCKED_SECONDS:g} s. "
                        "Close it (a formgrader or a database browser, perhaps), and run the "
                        "command again"
                    ) from error
            except DatabaseError as error:
                raise SandboxError(f"the gradebook can't be written: {error.orig}") from error

    def _write(self, connection: Connection, batch: list[Entry]) -> None:
        for entry in batch:
            submission = self._submission(connection, entry)
            if submission is None:
                continue
            for name, cells in self._notebooks.items():
                notebook = _submitted_notebook(connection, submission.id, cells)
                if entry.marks is None:
                    _withdraw(connection, notebook, cells)
                elif name in entry.missing:
                    _give_nothing(connection, notebook, cells)
                elif name in entry.marks:
                    _mark(connection, notebook, cells, entry.marks[name])
                    if self._penalty is not None:
                        late = _seconds_late(submission, self._due)
                        _penalise(connection, notebook, cells, entry.student, late, self._penalty)

    def _submission(self, connection: Connection, entry: Entry) -> Any:
        """The row of a submission, entered if it is new and brought up to date if not."""
        table = _SUBMISSION
        mine = (table.c.assignment_id == self._id, table.c.student_id == entry.student)
        found = connection.execute(select(table).where(*mine)).one_or_none()
        if found is None:
            if not entry.entered:
                return None
            if (
                connection.scalar(select(_STUDENT.c.id).where(_STUDENT.c.id == entry.student))
                is None
            ):
                connection.execute(insert(_STUDENT).values(id=entry.student))
            row = {
                "id": api.new_uuid(), "assignment_id": self._id, "student_id": entry.student,
                "timestamp": entry.timestamp,
            }  # fmt: skip
            connection.execute(insert(table).values(row))
        elif entry.entered and entry.timestamp:
            connection.execute(update(table).where(*mine).values(timestamp=entry.timestamp))
        else:
            return found
        return connection.execute(select(table).where(*mine)).one()


def _cells_of(notebook: Any) -> _Cells:
    graded = {cell.name: cell.id for cell in (*notebook.grade_cells, *notebook.task_cells)}
    commented = {cell.name: cell.id for cell in (*notebook.solution_cells, *notebook.task_cells)}
    return _Cells(notebook.id, graded, commented)


def _submitted_notebook(connection: Connection, submission: str, cells: _Cells) -> str:
    """The id of a notebook of a submission; it is entered, with its cells, where it is new."""
    table = _NOTEBOOK
    found = connection.scalar(
        select(table.c.id).where(
            table.c.notebook_id == cells.id, table.c.assignment_id == submission
        )
    )
    if found is None:
        found = api.new_uuid()
        connection.execute(
            insert(table).values(
                id=found, notebook_id=cells.id, assignment_id=submission, flagged=False
            )
        )
    for kind, ids in ((_GRADE, cells.graded), (_COMMENT, cells.commented)):
        there = set(connection.scalars(select(kind.c.cell_id).where(*_of(kind, found, ids))))
        rows = [
            {"id": api.new_uuid(), "cell_id": cell, "notebook_id": found}
            for cell in ids.values()
            if cell not in there
        ]
        if rows:
            connection.execute(insert(kind), rows)
    return str(found)


def _of(table: Any, notebook: str, ids: Mapping[str, str]) -> tuple[Any, ...]:
    """The rows of some cells of a submitted notebook, by the table's unique key."""
    return table.c.cell_id.in_(list(ids.values())), table.c.notebook_id == notebook


def _withdraw(connection: Connection, notebook: str, cells: _Cells) -> None:
    """Take back the points by machine; a person has to look at the tasks."""
    values = {"auto_score": None, "needs_manual_grade": True}
    connection.execute(update(_GRADE).where(*_of(_GRADE, notebook, cells.graded)).values(values))


def _give_nothing(connection: Connection, notebook: str, cells: _Cells) -> None:
    """A notebook that was not handed in is worth 0, and nobody has to look at it."""
    values = {"auto_score": 0.0, "needs_manual_grade": False}
    connection.execute(update(_GRADE).where(*_of(_GRADE, notebook, cells.graded)).values(values))


def _mark(connection: Connection, notebook: str, cells: _Cells, marks: Marks) -> None:
    for name, points in marks.scores.items():
        by_hand = _GRADE.c.manual_score.is_not(None) if points is not None else True
        connection.execute(
            update(_GRADE)
            .where(_GRADE.c.cell_id == cells.graded[name], _GRADE.c.notebook_id == notebook)
            .values(auto_score=points, needs_manual_grade=by_hand)
        )
    for name, comment in marks.comments.items():
        connection.execute(
            update(_COMMENT)
            .where(_COMMENT.c.cell_id == cells.commented[name], _COMMENT.c.notebook_id == notebook)
            .values(auto_comment=comment)
        )


def _seconds_late(submission: Any, due: datetime.datetime | None) -> float:
    if submission.timestamp is None or due is None:
        return 0.0
    until = due + (submission.extension or datetime.timedelta())
    late: datetime.timedelta = submission.timestamp - until
    return max(0.0, late.total_seconds())


def _penalise(
    connection: Connection,
    notebook: str,
    cells: _Cells,
    student: str,
    late: float,
    penalty: Penalty,
) -> None:
    """Write the penalty of a late notebook, within 0 and its score; none where it is in time."""
    value = None
    if late > 0:
        scores = _scores(connection, notebook, cells)
        value = penalty(student, scores, late)
        value = None if value is None else min(max(value, 0.0), scores)
    connection.execute(
        update(_NOTEBOOK).where(_NOTEBOOK.c.id == notebook).values(late_submission_penalty=value)
    )


def _scores(connection: Connection, notebook: str, cells: _Cells) -> float:
    """A notebook's score as nbgrader adds it up, by the database."""
    total = func.coalesce(func.sum(api.Grade.score), 0.0)
    score: float = connection.scalar(select(total).where(*_of(_GRADE, notebook, cells.graded)))
    return score
