"""The tables of nbgrader's gradebook, as far as they are read, without nbgrader.

nbgrader's package takes half a second to import, which is longer than reading a class's marks. A
test holds every column here to nbgrader's own models.
"""

from sqlalchemy import DateTime, TableClause, column, table

__all__ = [
    "ASSIGNMENT", "CELL", "COMMENT", "GRADE", "GRADE_CELLS", "NOTEBOOK", "READ", "STUDENT",
    "SUBMISSION", "SUBMITTED", "TASK_CELLS",
]  # fmt: skip


def _table(name: str, *columns: str) -> TableClause:
    return table(name, *(column(one) for one in columns))


ASSIGNMENT = _table("assignment", "id", "name")
NOTEBOOK = _table("notebook", "id", "name", "assignment_id")
CELL = _table("base_cell", "id", "name", "notebook_id")
GRADE_CELLS = _table("grade_cells", "id", "max_score")
TASK_CELLS = _table("task_cells", "id", "max_score")
STUDENT = _table("student", "id", "first_name", "last_name", "email")
SUBMISSION = table(
    "submitted_assignment",
    column("id"),
    column("assignment_id"),
    column("student_id"),
    column("timestamp", DateTime()),
)
SUBMITTED = _table(
    "submitted_notebook", "id", "assignment_id", "notebook_id", "late_submission_penalty"
)
GRADE = _table(
    "grade", "cell_id", "notebook_id", "auto_score", "manual_score", "extra_credit",
    "needs_manual_grade",
)  # fmt: skip
COMMENT = _table("comment", "cell_id", "notebook_id", "auto_comment", "manual_comment")

READ = (
    ASSIGNMENT, NOTEBOOK, CELL, GRADE_CELLS, TASK_CELLS, STUDENT, SUBMISSION, SUBMITTED, GRADE,
    COMMENT,
)  # fmt: skip
