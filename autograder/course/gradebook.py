"""What is written to nbgrader's gradebook besides points."""

from nbgrader.api import Gradebook, MissingEntry

__all__ = ["withdraw_points"]


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
