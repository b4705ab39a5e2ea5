"""The marks and comments of a class as the gradebook has them, for what students get back."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Select, select

from autograder.course.database import open_gradebook
from autograder.course.tables import (
    ASSIGNMENT,
    CELL,
    COMMENT,
    GRADE,
    GRADE_CELLS,
    NOTEBOOK,
    SUBMISSION,
    SUBMITTED,
    TASK_CELLS,
)
from autograder.errors import AuthoringError
from autograder.grading.given import Given, NotebookMarks

__all__ = ["read_marks"]

_Key = tuple[str, str]


def read_marks(
    db_url: str, assignment: str, students: Collection[str] = ()
) -> Mapping[_Key, NotebookMarks]:
    """What the gradebook has by student and notebook, of `students` or of everyone.

    Raises `AuthoringError` where there is no such gradebook or assignment.
    """
    engine = open_gradebook(db_url, assignment)
    try:
        with engine.connect() as connection:
            known = set(connection.scalars(select(ASSIGNMENT.c.name)))
            if assignment not in known:
                names = ", ".join(sorted(known)) or "none yet"
                raise AuthoringError(
                    f"the gradebook has no assignment {assignment!r}; it has {names}"
                )
            return _read(connection, assignment, students)
    finally:
        engine.dispose()


def _read(
    connection: Connection, assignment: str, students: Collection[str]
) -> dict[_Key, NotebookMarks]:
    most: dict[str, float] = {}
    for kind in (GRADE_CELLS, TASK_CELLS):
        for cell, points in connection.execute(select(kind.c.id, kind.c.max_score)):
            most[cell] = float(points or 0.0)
    tasks: dict[_Key, dict[str, Given]] = {}
    comments: dict[_Key, dict[str, str]] = {}
    penalties: dict[_Key, float] = {}
    heads = _of(assignment, students, SUBMITTED.c.late_submission_penalty)
    for student, notebook, penalty in connection.execute(heads):
        penalties[student, notebook] = float(penalty or 0.0)
    points = (GRADE.c.auto_score, GRADE.c.manual_score, GRADE.c.extra_credit)
    grades = (
        _of(assignment, students, CELL.c.name, CELL.c.id, *points, GRADE.c.needs_manual_grade)
        .join(GRADE, GRADE.c.notebook_id == SUBMITTED.c.id)
        .join(CELL, CELL.c.id == GRADE.c.cell_id)
    )
    for student, notebook, name, cell, auto, manual, extra, needs in connection.execute(grades):
        tasks.setdefault((student, notebook), {})[name] = Given(
            max_points=most.get(cell, 0.0),
            auto=auto,
            manual=manual,
            extra=extra or 0.0,
            needs_a_hand=bool(needs),
        )
    said = (
        _of(assignment, students, CELL.c.name, COMMENT.c.manual_comment, COMMENT.c.auto_comment)
        .join(COMMENT, COMMENT.c.notebook_id == SUBMITTED.c.id)
        .join(CELL, CELL.c.id == COMMENT.c.cell_id)
    )
    for student, notebook, name, by_hand, by_machine in connection.execute(said):
        text = by_machine if by_hand is None else by_hand
        if text and text.strip():
            comments.setdefault((student, notebook), {})[name] = text.strip()
    return {
        key: NotebookMarks(
            tasks=tasks.get(key, {}), comments=comments.get(key, {}), penalty=penalty
        )
        for key, penalty in penalties.items()
    }


def _of(assignment: str, students: Collection[str], *columns: Any) -> Select[Any]:
    """Student, notebook and `columns` of an assignment's submitted notebooks."""
    query = (
        select(SUBMISSION.c.student_id, NOTEBOOK.c.name, *columns)
        .select_from(SUBMITTED)
        .join(SUBMISSION, SUBMISSION.c.id == SUBMITTED.c.assignment_id)
        .join(NOTEBOOK, NOTEBOOK.c.id == SUBMITTED.c.notebook_id)
        .join(ASSIGNMENT, ASSIGNMENT.c.id == SUBMISSION.c.assignment_id)
        .where(ASSIGNMENT.c.name == assignment)
    )
    return query.where(SUBMISSION.c.student_id.in_(list(students))) if students else query
