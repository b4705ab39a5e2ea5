"""`nbgrader export`: CSV without zeros that nobody gave, and what Canvas and Moodle take in.

nbgrader writes 0 for a submission that could not be graded. Here its score stays empty and a
column says so; points are rounded to hundredths, as reports and feedback show them.
`CanvasExport` and `MoodleExport` are `autograder export` for those who export by nbgrader's command
or its formgrader.
"""

import csv
from pathlib import Path
from typing import Any

from nbgrader.api import MissingEntry
from nbgrader.plugins import ExportPlugin
from traitlets import Unicode

from autograder.course.exporting import Asked, export
from autograder.errors import AuthoringError, AutograderError
from autograder.intake.table import one_line
from autograder.spreadsheet import safe_cell

__all__ = ["CanvasExport", "CsvExport", "MoodleExport"]

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


class _LmsExport(ExportPlugin):
    """Fills in a system's own download with the marks of one assignment."""

    system = ""
    download = Unicode(help="The system's own download, which is filled in.").tag(config=True)
    column = Unicode(help="The column of it, by its heading.").tag(config=True)

    def export(self, gradebook: Any) -> None:
        """Write the file; without a traceback, exit with 2 where there is something to mend."""
        try:
            done = export(self._asked(gradebook))
        except AutograderError as error:
            self.log.error("%s", error)
            raise SystemExit(2) from error
        for note in done.notes:
            self.log.warning("%s", one_line(note))
        self.log.info("Exported %d marks to %s", done.marks, done.path)

    def _asked(self, gradebook: Any) -> Asked:
        if len(self.assignment) != 1:
            raise AuthoringError(
                f"{self.system} takes one assignment at a time; name it: --assignment '[\"NAME\"]'"
            )
        return Asked(
            assignment=self.assignment[0],
            to=self.system,
            download=Path(self.download) if self.download else None,
            column=self.column,
            output=Path(self.to) if self.to else None,
            students=tuple(self.student),
            db_url=gradebook.engine.url.render_as_string(hide_password=False),
        )


class CanvasExport(_LmsExport):
    """Canvas's gradebook CSV, as `autograder export --to canvas` writes it."""

    system = "canvas"


class MoodleExport(_LmsExport):
    """Moodle's offline grading worksheet, as `autograder export --to moodle` fills it in."""

    system = "moodle"


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
