"""nbgrader's CSV export, without zeros that nobody gave.

nbgrader writes 0 for a submission that could not be graded. Here its score stays empty and a
column says so; points are rounded to hundredths, as reports and feedback show them.
"""

import csv
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.plugins import ExportPlugin

from autograder.spreadsheet import safe_cell

__all__ = ["CsvExport"]

_COLUMNS = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score", "status",
)  # fmt: skip


class CsvExport(ExportPlugin):
    """`nbgrader export`: one row a student and assignment, as nbgrader's, and a status.

    The status is `graded`, `waits for a hand` (a task has no points yet, and counts 0 so
    far), `ungraded` (no points at all) or `missing` (nothing handed in, which scores 0 as in
    nbgrader).
    """

    def export(self, gradebook: Any) -> None:
        """Write the file that `c.ExportApp` or `--to` names, `grades.csv` by default."""
        target = self.to or "grades.csv"
        with open(target, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, _COLUMNS)
            writer.writeheader()
            for assignment in gradebook.assignments:
                if not self.assignment or assignment.name in self.assignment:
                    for student in gradebook.students:
                        if not self.student or student.id in self.student:
                            row = _row(gradebook, assignment, student)
                            writer.writerow({name: _cell(value) for name, value in row.items()})
        self.log.info("Exported grades to %s", target)


def _cell(value: object) -> object:
    """Text that no spreadsheet runs; numbers and times as nbgrader writes them."""
    return safe_cell(value) if isinstance(value, str) else value


def _row(gradebook: Any, assignment: Any, student: Any) -> dict[str, object]:
    row: dict[str, object] = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "max_score": assignment.max_score,
    }
    try:
        submission = gradebook.find_submission(assignment.name, student.id)
    except MissingEntry:
        return row | {"raw_score": 0.0, "late_submission_penalty": 0.0, "score": 0.0,
                      "status": "missing"}  # fmt: skip
    row["timestamp"] = submission.timestamp
    grades = [grade for notebook in submission.notebooks for grade in notebook.grades]
    given = [g for g in grades if g.auto_score is not None or g.manual_score is not None]
    if not given:
        return row | {"status": "ungraded"}
    penalty = submission.late_submission_penalty or 0.0
    waits = len(given) < len(grades) or any(grade.needs_manual_grade for grade in grades)
    return row | {
        "raw_score": round(submission.score, 2),
        "late_submission_penalty": round(penalty, 2),
        "score": round(max(0.0, submission.score - penalty), 2),
        "status": "waits for a hand" if waits else "graded",
    }
