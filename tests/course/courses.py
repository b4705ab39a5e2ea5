"""Course folders for tests: made, handed in to, run through nbgrader's commands, read back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import Gradebook, MissingEntry

from autograder.grading.reports import load_reports
from autograder.verdict import Report

REPOSITORY = Path(__file__).parents[2]

CONFIG = """\
from autograder.course import configure

c = get_config()
configure(c)

c.CourseDirectory.course_id = "a course in a test"
c.SubmissionExporter.cell_seconds = 4
c.SubmissionExporter.call_seconds = 2
"""


@dataclass(frozen=True)
class Said:
    """What a command ended with: its exit code and everything that it printed."""

    code: int
    text: str


@dataclass(frozen=True)
class Score:
    """A row of nbgrader's gradebook: what one student has for one graded cell."""

    auto: float | None
    manual: float | None
    waits_for_a_hand: bool


class Course:
    """A course folder: source/, submitted/, gradebook.db and what nbgrader makes beside them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def new(cls, folder: Path, config: str = CONFIG) -> Course:
        """An empty course with the kit plugged in."""
        folder.mkdir(parents=True)
        (folder / "nbgrader_config.py").write_text(config, encoding="utf-8")
        return cls(folder)

    def copy(self, folder: Path) -> Course:
        """The same course in another folder, gradebook included."""
        shutil.copytree(self.folder, folder)
        return Course(folder)

    def nbgrader(self, *arguments: str, name: str = "") -> Said:
        """Run `nbgrader <arguments>` here; with a name, `said(name)` gives the result later."""
        here = Path(sys.executable).parent
        process = subprocess.run(
            [here / "nbgrader", *arguments],
            cwd=self.folder,
            env={
                **os.environ,
                # nbgrader starts alembic by name
                "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', '')}",
                "JUPYTER_CONFIG_DIR": str(self.folder / "no-configuration-of-the-user"),
                "OMP_NUM_THREADS": "1",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        said = Said(process.returncode, process.stdout)
        if name:
            self._record(name).write_text(json.dumps(asdict(said)), encoding="utf-8")
        return said

    def said(self, name: str) -> Said:
        """What the command that ran under this name ended with."""
        return Said(**json.loads(self._record(name).read_text(encoding="utf-8")))

    def notebook(self, *place: str) -> Any:
        """A notebook of the course: `notebook("release", "attention", "attention.ipynb")`."""
        return nbformat.read(self.folder.joinpath(*place), as_version=4)

    def author(self, assignment: str, notebook: Any) -> None:
        """Put a notebook into source/."""
        write(self.folder / "source" / assignment / f"{assignment}.ipynb", notebook)

    def hand_in(self, student: str, assignment: str, notebook: Any) -> None:
        """Put a notebook, or the bytes of what came in its place, into submitted/."""
        write(self.folder / "submitted" / student / assignment / f"{assignment}.ipynb", notebook)

    def report(self, student: str, assignment: str = "attention") -> Report:
        """The report that grading wrote about a student."""
        reports = load_reports(self.folder / "reports", assignment)
        return next(report for report in reports if report.student == student)

    def gradebook(self) -> Gradebook:
        """nbgrader's gradebook, to be closed by the caller."""
        return Gradebook(f"sqlite:///{self.folder / 'gradebook.db'}", "a course in a test")

    def scores(self, student: str, assignment: str = "attention") -> dict[str, Score]:
        """What nbgrader's gradebook has for a student, by grade_id; nothing where it has none."""
        with self.gradebook() as gradebook:
            try:
                submission = gradebook.find_submission(assignment, student)
            except MissingEntry:
                return {}
            return {
                grade.name: Score(grade.auto_score, grade.manual_score, grade.needs_manual_grade)
                for notebook in submission.notebooks
                for grade in notebook.grades
            }

    def _record(self, name: str) -> Path:
        return self.folder / f"said: {name}.json"


Once = Callable[[str, Callable[[Path], None]], Course]
"""`once(name, build)`: the course that `build(folder)` makes, made once a test run."""


def write(path: Path, content: Any) -> None:
    """Write a notebook, or bytes as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        nbformat.write(content, path)


# Notebooks


def code_cell(source: str, grade_id: str = "", **nbgrader: Any) -> Any:
    """A code cell; with a grade_id it is nbgrader's: `points=2` makes it a graded one."""
    cell = nbformat.v4.new_code_cell(source, id=grade_id or "a-cell")
    if grade_id:
        cell.metadata["nbgrader"] = _metadata(grade_id, **nbgrader)
    return cell


def solution_cell(source: str, grade_id: str) -> Any:
    """A code cell for students to fill in."""
    return code_cell(source, grade_id, solution=True)


def notebook_of(*cells: Any) -> Any:
    """A Python notebook."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=list(cells), metadata={"kernelspec": kernel})


def cell_named(notebook: Any, grade_id: str) -> Any:
    """The cell with this grade_id."""
    return next(
        cell
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def _metadata(grade_id: str, *, points: float | None = None, solution: bool = False) -> Any:
    metadata = {
        "grade_id": grade_id,
        "grade": points is not None,
        "locked": not solution,
        "solution": solution,
        "task": False,
        "schema_version": 3,
    }
    return metadata if points is None else {**metadata, "points": points}
