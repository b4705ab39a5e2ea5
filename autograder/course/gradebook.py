"""What is written to nbgrader's gradebook besides points."""

import json

from nbgrader.api import Gradebook, MissingEntry

__all__ = ["authored_language", "withdraw_points"]


def authored_language(db_url: str, assignment: str, notebook: str) -> str:
    """The language of the author's notebook; Python where its kernelspec names none.

    The student's file is not asked: its metadata would decide where its code runs.
    """
    with Gradebook(db_url) as gradebook:
        spec = json.loads(gradebook.find_notebook(notebook, assignment).kernelspec or "{}")
    return str(spec.get("language") or "python").lower()


def withdraw_points(db_url: str, assignment: str, student: str) -> None:
    """Take back the automatic points of a submission that could not be graded.

    A file that was handed in again and can't be read must not keep the old file's points.
    Points that a person gave stay, and every task is marked as waiting for a person.
    """
    with Gradebook(db_url) as gradebook:
        try:
            submission = gradebook.find_submission(assignment, student)
        except MissingEntry:
            return
        for notebook in submission.notebooks:
            for grade in notebook.grades:
                grade.auto_score = None
                grade.needs_manual_grade = True
        gradebook.db.commit()
