"""Visible checks: the cells of a notebook that say what is not right yet, run and read back.

A check is a code cell with points and without a student's answer. It passes where it raises
nothing and does not give fewer points than it has. Some editors drop the metadata that says which
cells these are; then the cells that begin with `@visible_check` are the checks.
"""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from autograder.errors import SubmissionError
from autograder.grading.inside import judge_inside
from autograder.notebook import (
    Notebook,
    NotebookNode,
    grade_id,
    is_graded,
    is_manual,
    is_solution,
    max_points,
)
from autograder.restore import checksum
from autograder.sandbox.host import CellRun
from autograder.verdict import task_name
from autograder.wire.messages import Output

__all__ = ["CheckResult", "Checked", "Standing", "code_cells", "read_back"]

_VISIBLE_CHECK = "@visible_check"
_STUB = "NotImplementedError"
_FOR_PEOPLE = {"AssertionError", "NotYet"}
"""Errors whose text is a sentence; `NotYet` is what the checks of this kit's notebooks raise."""
_LINE = re.compile(r"Cell In\[\d+\], line (\d+)")
_ARROW = re.compile(r"^-+> \d+ (.*)$", re.MULTILINE)
_LONGEST = 70
"""Characters of a line of code that is quoted."""

LOST_METADATA = (
    "This file has lost what tells grading which cells are the tasks (some editors drop it); the "
    "checks were found by their text. To hand in, put your answers into a fresh copy of the "
    "notebook."
)


class Standing(StrEnum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    UNWRITTEN = "unwritten"
    """The cell to fill in is as it was given out."""
    NOT_RUN = "not run"


class CheckResult(msgspec.Struct, frozen=True, kw_only=True):
    """One visible check: what it said, in a line or a few, and what there is to know beside it."""

    name: str
    standing: Standing
    message: str
    notes: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def task(self) -> str:
        """The name that people read."""
        return task_name(self.name)


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """A notebook after its visible checks ran; `confinement` says where its code did."""

    notebook: str
    confinement: str
    checks: tuple[CheckResult, ...]
    written_answers: tuple[CheckResult, ...] = ()
    """Cells that a person reads; only whether something was written is known."""
    notes: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return all(check.standing is Standing.PASSED for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Plain values, fit for JSON."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {**plain, "passed": self.passed}


def code_cells(notebook: Notebook) -> list[NotebookNode]:
    """The cells that run, in order. Raises `SubmissionError` where none of them is a check."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if not any(_check_name(cell) for cell in cells):
        raise SubmissionError(
            "there is no check in it: no cell with points, and none that begins with "
            f"{_VISIBLE_CHECK}. Is it the assignment's notebook?"
        )
    return cells


def read_back(name: str, notebook: Notebook, runs: Sequence[CellRun], confinement: str) -> Checked:
    """What the checks of `notebook` said; `runs` has one entry for each of `code_cells`."""
    checks, answers = [], []
    trouble: list[str] = []
    answer: NotebookNode | None = None
    lost = not any(_nbgraders(cell) for cell in notebook.cells)
    ran = iter(runs)
    for cell in notebook.cells:
        if is_manual(cell):
            answers.append(_answer(cell))
        if cell.cell_type != "code":
            continue
        run = next(ran)
        if _check_name(cell):
            checks.append(_check(cell, answer, run, trouble))
            trouble, answer = [], None
        else:
            trouble += _trouble(cell, run)
            answer = cell if lost or is_solution(cell) else answer
    return Checked(
        notebook=name,
        confinement=confinement,
        checks=tuple(checks),
        written_answers=tuple(answers),
        notes=(*trouble, *([LOST_METADATA] if lost else [])),
    )


def _check_name(cell: NotebookNode) -> str:
    """The check's name; empty for a cell that is none."""
    if _nbgraders(cell):
        return grade_id(cell) if is_graded(cell) and not is_manual(cell) else ""
    if not cell.source.lstrip().startswith(_VISIBLE_CHECK):
        return ""
    defined = re.search(r"^def (\w+)", cell.source, re.MULTILINE)
    return defined[1].removesuffix("_check").replace("_", "-") if defined else "check"


def _check(
    cell: NotebookNode, answer: NotebookNode | None, run: CellRun, trouble: Sequence[str]
) -> CheckResult:
    standing, message = _outcome(cell, run)
    notes = list(trouble) if standing is not Standing.PASSED else []
    if standing is Standing.FAILED and answer is not None and _untouched(answer):
        standing, notes = Standing.UNWRITTEN, []
    if _as_given_out(cell) is False:
        notes.append("The cell of this check was changed; grading puts its own in its place.")
    return CheckResult(
        name=_check_name(cell),
        standing=standing,
        message=message,
        notes=tuple(notes),
        seconds=round(run.seconds, 3),
    )


def _outcome(cell: NotebookNode, run: CellRun) -> tuple[Standing, str]:
    if run.outputs is None:
        return Standing.NOT_RUN, "not run: a cell before it blocked or ended the notebook"
    error = _error(run)
    if error is not None:
        return Standing.FAILED, _sentence(error)
    most = max_points(cell)
    points = judge_inside(run.outputs, most)[0]
    if points < most:
        return Standing.FAILED, f"{points:g} of {most:g} points"
    printed = "".join(output.text for output in run.outputs if output.name == "stdout")
    return Standing.PASSED, (printed.strip().splitlines() or ["passes"])[-1]


def _sentence(error: Output) -> str:
    """What a check's error says; the line that does not hold, where it says nothing."""
    if error.ename not in _FOR_PEOPLE:
        return f"The check stopped with {_told(error)}"
    if error.evalue.strip():
        return error.evalue.strip()
    lines = _ARROW.findall("\n".join(error.traceback))
    return f"This does not hold: {_short(lines[-1])}" if lines else "It does not hold."


def _trouble(cell: NotebookNode, run: CellRun) -> Iterator[str]:
    """What stopped a cell that is no check; a stub that was reached is no trouble."""
    error = _error(run)
    if error is not None and error.ename != _STUB:
        first = next((line for line in cell.source.splitlines() if line.strip()), "")
        yield f"The cell that begins with `{_short(first)}` stopped with {_told(error)}"


def _told(error: Output) -> str:
    """`NameError: name 'x' is not defined (line 3)`."""
    text = (error.evalue.strip().splitlines() or ["no message"])[0]
    text = re.sub(r" \(<?[^()]*, line \d+\)$", "", text)  # a SyntaxError's; the file is IPython's
    line = _LINE.search("\n".join(error.traceback))
    return f"{error.ename}: {text}" + (f" (line {line[1]})" if line else "")


def _error(run: CellRun) -> Output | None:
    found = (output for output in run.outputs or () if output.output_type == "error")
    return next(found, None)


def _answer(cell: NotebookNode) -> CheckResult:
    """A written answer: whether there is one."""
    untouched = _untouched(cell)
    return CheckResult(
        name=grade_id(cell),
        standing=Standing.UNWRITTEN if untouched else Standing.PASSED,
        message="not written yet" if untouched else "a person reads it",
    )


def _untouched(answer: NotebookNode) -> bool:
    """Whether an answer's cell is as it was given out."""
    if _nbgraders(answer):
        return _as_given_out(answer) is True
    return f"raise {_STUB}" in answer.source


def _as_given_out(cell: NotebookNode) -> bool | None:
    """Whether the release's checksum is that of the cell; None where that is not known."""
    try:
        given_out = cell.metadata["nbgrader"]["checksum"]
        return bool(given_out == checksum(cell))
    except (KeyError, TypeError, ValueError):  # a source notebook, or an editor that drops keys
        return None


def _nbgraders(cell: NotebookNode) -> bool:
    return bool(grade_id(cell))


def _short(line: str) -> str:
    line = line.strip()
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
