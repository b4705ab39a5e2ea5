"""Builds the demo's class: one handed-in notebook for each file in `demo/submissions/`.

A submission is written in the percent format. Its docstring says what the student did; a section
`# %% <grade_id>` replaces that solution cell. Cells without a section stand as in the solution.

    # %% attention-solution     code in place of the solution cell
    # %% written-answer         the answer, as comment lines
    # %% exercise-1-solution    with the one line "# untouched": the cell as it was given out
    # %% untouched              the whole notebook as it was given out
    # %% cut off                the notebook's file ends half-way

An `.html` file is handed in as it is, under the notebook's name.
"""

from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import nbformat

__all__ = ["Submission", "build_class", "hand_in", "read_submission", "solved_cells"]

SUBMISSIONS = Path(__file__).parent / "submissions"
ASSIGNMENT = "attention"

UNTOUCHED = "# untouched"
WRITTEN = "written-answer"

_SECTION = re.compile(r"^# %% (.+)$", re.MULTILINE)
_REGION_MARKERS = ("### BEGIN SOLUTION", "### END SOLUTION")
# The class hands in on one afternoon, a few minutes after one another.
_FIRST_HAND_IN = datetime(2026, 3, 2, 13, 0, tzinfo=UTC)
_BETWEEN = timedelta(minutes=7, seconds=13)


@dataclass(frozen=True)
class Submission:
    """What one student handed in: the cells that differ from the solution."""

    student: str
    what: str
    cells: dict[str, str]
    untouched: bool = False
    cut_off: bool = False


def build_class(source_notebook: Path, course: Path, release: Path) -> list[str]:
    """Writes `course/submitted/<student>/attention/` for every student; their ids, in order.

    source_notebook: the authored notebook, whose solution regions are taken over.
    release: the notebook as students received it.
    """
    solutions = solved_cells(_read(source_notebook))
    given_out = _read(release)
    files = sorted(SUBMISSIONS.glob("s*.*"), key=lambda path: path.stem)
    for place, path in enumerate(files):
        folder = course / "submitted" / path.stem / ASSIGNMENT
        folder.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".py":
            text = hand_in(read_submission(path.stem, text), given_out, solutions)
        (folder / f"{ASSIGNMENT}.ipynb").write_text(text, encoding="utf-8")
        (folder / "timestamp.txt").write_text(_timestamp(place), encoding="utf-8")
    return [path.stem for path in files]


def read_submission(student: str, text: str) -> Submission:
    """A submission from its percent-format text."""
    head, *sections = _SECTION.split(text)
    names, bodies = sections[0::2], [body.strip("\n") for body in sections[1::2]]
    if len(names) != len(set(names)):
        raise ValueError(f"{student}: a section is there twice")
    cells = dict(zip(names, bodies, strict=True))
    untouched, cut_off = (cells.pop(flag, None) is not None for flag in ("untouched", "cut off"))
    if WRITTEN in cells:
        cells[WRITTEN] = _uncommented(cells[WRITTEN])
    what = ast.get_docstring(ast.parse(head))
    if not what:
        raise ValueError(f"{student}: the docstring should say what this student did")
    return Submission(student, what, cells, untouched, cut_off)


def solved_cells(source: Any) -> dict[str, str]:
    """The solution cells of the authored notebook without their region markers, by grade_id."""
    return {
        _grade_id(cell): _without_markers(cell.source)
        for cell in source.cells
        if cell.cell_type == "code" and _is_solution(cell)
    }


def hand_in(submission: Submission, given_out: Any, solutions: dict[str, str]) -> str:
    """The text of the file that the student hands in."""
    notebook = nbformat.from_dict(given_out)
    known = {_grade_id(cell) for cell in notebook.cells if _is_solution(cell)}
    unknown = set(submission.cells) - known
    if unknown:
        raise ValueError(f"{submission.student}: no solution cell {', '.join(sorted(unknown))}")
    answers = {} if submission.untouched else solutions | submission.cells
    for cell in notebook.cells:
        answer = answers.get(_grade_id(cell), UNTOUCHED)
        if answer != UNTOUCHED:
            cell.source = answer
    text: str = nbformat.writes(notebook) + "\n"
    return text[: len(text) // 2] if submission.cut_off else text


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def _grade_id(cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _is_solution(cell: Any) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution", False))


def _without_markers(source: str) -> str:
    lines = source.splitlines()
    return "\n".join(line for line in lines if line.strip() not in _REGION_MARKERS)


def _uncommented(body: str) -> str:
    """The text of comment lines."""
    return textwrap.dedent("\n".join(line.removeprefix("#") for line in body.splitlines()))


def _timestamp(place: int) -> str:
    """The time of hand-in as nbgrader's exchange writes it."""
    return (_FIRST_HAND_IN + place * _BETWEEN).strftime("%Y-%m-%d %H:%M:%S.%f %Z")
