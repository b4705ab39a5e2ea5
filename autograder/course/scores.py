"""What nbgrader's gradebook says of an assignment's scores, read in four queries."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, func, select

from autograder.course.database import open_gradebook
from autograder.course.tables import (
    ASSIGNMENT,
    CELL,
    GRADE,
    GRADE_CELLS,
    NOTEBOOK,
    STUDENT,
    SUBMISSION,
    SUBMITTED,
    TASK_CELLS,
)
from autograder.errors import AuthoringError

__all__ = ["Score", "Scores", "read_scores"]


@dataclass(frozen=True)
class Score:
    """One submission's points by task; None where nobody and nothing has given any."""

    timestamp: datetime.datetime | None = None
    penalty: float = 0.0
    points: dict[str, float | None] = field(default_factory=dict)
    needs_a_hand: bool = False
    """nbgrader's needs_manual_grade, of any task."""


@dataclass(frozen=True)
class Scores:
    """Students as (first name, last name, email) by id; submissions by student; tasks' maxima."""

    students: Mapping[str, tuple[str, str, str]]
    submissions: Mapping[str, Score]
    max_points: Mapping[str, float]


def read_scores(db_url: str, assignment: str) -> Scores:
    """The scores in the gradebook `db_url`.

    A task is named by its grade_id, with its notebook before it where there are several. Raises
    `AuthoringError` where there is no such gradebook or assignment.
    """
    engine = open_gradebook(db_url, assignment)
    try:
        with engine.connect() as connection:
            found = connection.scalar(
                select(ASSIGNMENT.c.id).where(ASSIGNMENT.c.name == assignment)
            )
            if found is None:
                names = ", ".join(sorted(connection.scalars(select(ASSIGNMENT.c.name))))
                raise AuthoringError(
                    f"the gradebook has no assignment {assignment!r}; it has {names or 'none yet'}"
                )
            tasks, maxima = _tasks(connection, found)
            columns = (STUDENT.c.first_name, STUDENT.c.last_name, STUDENT.c.email)
            rows = connection.execute(select(STUDENT.c.id, *columns).order_by(STUDENT.c.id))
            students = {
                name: (first or "", last or "", mail or "") for name, first, last, mail in rows
            }
            return Scores(students, _submissions(connection, found, tasks), maxima)
    finally:
        engine.dispose()


def _tasks(connection: Connection, assignment: str) -> tuple[dict[str, str], dict[str, float]]:
    """The tasks' names by their cells' ids, and what they are worth."""
    names: dict[str, str] = {}
    maxima: dict[str, float] = {}
    notebooks = connection.execute(
        select(NOTEBOOK.c.id, NOTEBOOK.c.name).where(NOTEBOOK.c.assignment_id == assignment)
    ).all()
    for notebook, called in notebooks:
        prefix = f"{called}/" if len(notebooks) > 1 else ""
        for kind in (GRADE_CELLS, TASK_CELLS):
            query = (
                select(CELL.c.id, CELL.c.name, kind.c.max_score)
                .join(kind, kind.c.id == CELL.c.id)
                .where(CELL.c.notebook_id == notebook)
            )
            for cell, name, most in connection.execute(query):
                names[cell] = prefix + name
                maxima[prefix + name] = float(most)
    return names, maxima


def _submissions(
    connection: Connection, assignment: str, tasks: Mapping[str, str]
) -> dict[str, Score]:
    heads = connection.execute(
        select(
            SUBMISSION.c.student_id,
            SUBMISSION.c.timestamp,
            func.coalesce(func.sum(SUBMITTED.c.late_submission_penalty), 0.0),
        )
        .outerjoin(SUBMITTED, SUBMITTED.c.assignment_id == SUBMISSION.c.id)
        .where(SUBMISSION.c.assignment_id == assignment)
        .group_by(SUBMISSION.c.student_id, SUBMISSION.c.timestamp)
    ).all()
    rows = connection.execute(
        select(
            SUBMISSION.c.student_id, GRADE.c.cell_id, GRADE.c.auto_score,
            GRADE.c.manual_score, GRADE.c.extra_credit, GRADE.c.needs_manual_grade,
        )
        .join(SUBMITTED, SUBMITTED.c.id == GRADE.c.notebook_id)
        .join(SUBMISSION, SUBMISSION.c.id == SUBMITTED.c.assignment_id)
        .where(SUBMISSION.c.assignment_id == assignment)
    )  # fmt: skip
    points: dict[str, dict[str, float | None]] = {student: {} for student, *_ in heads}
    waiting = set()
    for student, cell, auto, manual, extra, needs in rows:
        if cell in tasks:
            # As nbgrader's Grade.score: a person's points replace a machine's.
            given = auto if manual is None else manual
            points[student][tasks[cell]] = None if given is None else given + (extra or 0.0)
            if needs:
                waiting.add(student)
    return {
        student: Score(
            timestamp=timestamp,
            penalty=float(penalty),
            points={name: points[student].get(name) for name in tasks.values()},
            needs_a_hand=student in waiting,
        )
        for student, timestamp, penalty in heads
    }
