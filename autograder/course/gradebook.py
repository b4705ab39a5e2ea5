"""What is read from nbgrader's gradebook, and written to it besides points."""

import json

from nbgrader.api import Gradebook, MissingEntry, Notebook

from autograder.restore import AuthoredCell, AuthoredNotebook

__all__ = ["authored_notebook", "withdraw_points"]


def authored_notebook(found: Notebook) -> AuthoredNotebook:
    """The author's cells of a gradebook's notebook, as `generate_assignment` recorded them."""
    points = {cell.name: float(cell.max_score) for cell in (*found.grade_cells, *found.task_cells)}
    tasks = {cell.name for cell in found.task_cells}
    solutions = {cell.name for cell in found.solution_cells}
    return AuthoredNotebook(
        name=found.name,
        kernelspec=json.loads(found.kernelspec or "null"),
        cells=tuple(
            AuthoredCell(
                name=cell.name,
                cell_type=cell.cell_type,
                source=cell.source,
                locked=cell.locked,
                checksum=cell.checksum,
                points=points.get(cell.name),
                solution=cell.name in solutions,
                task=cell.name in tasks,
            )
            for cell in found.source_cells
        ),
    )


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
