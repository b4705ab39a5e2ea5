"""nbgrader's gradebook, written by one process in few transactions.

Theory of operation
-------------------
nbgrader opens nine sessions and commits some twenty times for each submission; its queries look
at every grade of the gradebook, so that they slow down as it fills. `Bookkeeper` writes the same
rows by statements that use the tables' unique keys: one transaction for a batch of submissions,
and in it a few statements whatever the batch's size (`rows`).

What a person enters in the formgrader at the same time is never overwritten by something older.
On SQLite the transaction begins with the write lock (`BEGIN IMMEDIATE`). On PostgreSQL it locks
the submissions' rows (`FOR UPDATE`), and each update sees what was committed before it and keeps
its rows locked (`READ COMMITTED`); assignments that are graded at once share only
students, which both may enter (`ON CONFLICT DO NOTHING`). Either lasts milliseconds, so that the
formgrader waits for nothing. A gradebook that is locked by somebody else, or whose server is
starting again, is waited for.

What is written is what nbgrader writes: students and submissions are entered when they are new,
points by machine replace older ones, a person's points, extra credit and comments stay, a task
that a person has graded before is marked as one to look at again.
"""

import datetime
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from nbgrader import api
from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from autograder.course import rows
from autograder.course.database import is_away, is_locked, open_gradebook, place_of, said_by
from autograder.course.gradebook import authored_notebook
from autograder.course.rows import Cells
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.marks import Marks
from autograder.restore import AuthoredNotebook

__all__ = ["Bookkeeper", "Entry", "Penalty"]

_LOCKED_SECONDS = 60.0
"""How long another program may keep the gradebook locked, or its server be away."""

_AWAY_PAUSE_SECONDS = 0.25
"""Between attempts to reach a server, whose refusals come at once."""

_ROUND = 200
"""Submissions a round: their notebooks' ids and cells are values of one statement."""

_STUDENT = api.Student.__table__
_SUBMISSION = api.SubmittedAssignment.__table__

_Result = TypeVar("_Result")

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


class Bookkeeper:
    """The one writer of an assignment's grades; a context manager."""

    def __init__(self, db_url: str, assignment: str, *, penalty: Penalty | None = None) -> None:
        """Open the gradebook `db_url` and look up the assignment.

        Raises `AuthoringError` where there is no such gradebook or assignment, or where another
        version of nbgrader made it.
        """
        self._assignment = assignment
        self._penalty = penalty
        self._place = place_of(db_url)
        self._engine = open_gradebook(db_url, assignment, api.Base.metadata.sorted_tables)
        try:
            self._look_up(assignment)
            self._patiently(lambda connection: None)  # before anything is graded
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
        return self._patiently(lambda connection: set(connection.scalars(query)), writes=False)

    def students(self) -> set[str]:
        """The students whom the gradebook knows."""
        query = select(_STUDENT.c.id)
        return self._patiently(lambda connection: set(connection.scalars(query)), writes=False)

    def write(self, entries: Iterable[Entry]) -> None:
        """Write a batch, all of it or nothing.

        Raises `SandboxError` where the gradebook stays locked or away, or can't be written.
        """
        batch = list(entries)
        if batch:
            self._patiently(lambda connection: self._write(connection, batch))

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
            self._notebooks = {notebook.name: Cells.of(notebook) for notebook in found.notebooks}

    def _patiently(self, work: Callable[[Connection], _Result], *, writes: bool = True) -> _Result:
        """Do the work in one transaction, again where somebody was in the way or the server away.

        Doing it twice changes nothing more, so a commit whose answer was lost is repeated too.
        """
        deadline = time.monotonic() + _LOCKED_SECONDS
        while True:
            try:
                with self._engine.execution_options(writes=writes).begin() as connection:
                    return work(connection)
            except DatabaseError as error:
                self._give_up_or_wait(error, time.monotonic() > deadline)

    def _give_up_or_wait(self, error: DatabaseError, late: bool) -> None:
        if is_locked(error):
            if late:
                raise SandboxError(
                    f"another program has kept the gradebook locked for {_LOCKED_SECONDS:g} s. "
                    "Close it (a formgrader or a database browser, perhaps), and run the "
                    "command again"
                ) from error
        elif is_away(error):
            if late:
                raise SandboxError(
                    f"the gradebook {self._place} could not be reached for {_LOCKED_SECONDS:g} s "
                    f"({said_by(error)}). What is graded is kept: run the command again when the "
                    "database's server runs"
                ) from error
            time.sleep(_AWAY_PAUSE_SECONDS)
        else:
            raise SandboxError(f"the gradebook can't be written: {said_by(error)}") from error

    def _write(self, connection: Connection, batch: list[Entry]) -> None:
        for entries in _rounds(batch):
            self._write_round(connection, entries)

    def _write_round(self, connection: Connection, entries: Mapping[str, Entry]) -> None:
        submissions = self._submissions(connection, entries)
        notebooks = rows.submitted_notebooks(connection, list(submissions), self._notebooks)
        changes = rows.Changes()
        late = []
        for (submission, name), notebook in notebooks.items():
            entry, cells = entries[submissions[submission].student_id], self._notebooks[name]
            if entry.marks is None:
                changes.withdraw(notebook, cells)
            elif name in entry.missing:
                changes.give_nothing(notebook, cells)
            elif name in entry.marks:
                changes.mark(notebook, cells, entry.marks[name])
                late.append((submissions[submission], notebook, cells))
        changes.write(connection)
        if self._penalty is not None:
            self._penalise(connection, late, self._penalty)

    def _submissions(
        self, connection: Connection, entries: Mapping[str, Entry]
    ) -> Mapping[str, Any]:
        """Submissions' rows by id, locked: entered where new, brought up to date where not."""
        found = rows.submissions(connection, self._id, list(entries))
        there = {row.student_id: row.id for row in found}
        new = [one for one in entries.values() if one.student not in there and one.entered]
        rows.enter(connection, self._id, {one.student: one.timestamp for one in new})
        times = {
            there[one.student]: one.timestamp
            for one in entries.values()
            if one.student in there and one.entered and one.timestamp
        }
        rows.set_timestamps(connection, times)
        if new or times:
            found = rows.submissions(connection, self._id, list(entries))
        return {row.id: row for row in found}

    def _penalise(
        self, connection: Connection, marked: list[tuple[Any, str, Cells]], penalty: Penalty
    ) -> None:
        """Write the penalties of late notebooks, within 0 and the score; none where in time."""
        scores = rows.scores(connection, [(notebook, cells) for _, notebook, cells in marked])
        values = {}
        for submission, notebook, _ in marked:
            late, score = _seconds_late(submission, self._due), scores.get(notebook, 0.0)
            value = penalty(submission.student_id, score, late) if late > 0 else None
            values[notebook] = None if value is None else min(max(value, 0.0), score)
        rows.set_penalties(connection, values)


def _rounds(batch: list[Entry]) -> Iterator[dict[str, Entry]]:
    """The batch in parts that have each student once and few enough for one statement."""
    part: dict[str, Entry] = {}
    for entry in batch:
        if entry.student in part or len(part) == _ROUND:
            yield part
            part = {}
        part[entry.student] = entry
    yield part


def _seconds_late(submission: Any, due: datetime.datetime | None) -> float:
    if submission.timestamp is None or due is None:
        return 0.0
    until = due + (submission.extension or datetime.timedelta())
    late: datetime.timedelta = submission.timestamp - until
    return max(0.0, late.total_seconds())
