"""What a judged notebook is worth in nbgrader's terms, and what its cells show.

Both doors use it, so that the gradebook and the graded notebook are the same whichever of
`nbgrader autograde` and `autograder grade` made them.
"""

import re

import msgspec

from autograder.grading.feedback import as_html, as_text
from autograder.judge.account import raised
from autograder.lang.catalogue import Say
from autograder.notebook import Notebook, add_display, grade_id, is_graded, is_solution, is_task
from autograder.restore import checksum
from autograder.verdict import Judged, Outcome, Report

__all__ = ["Marks", "OutputRules", "limit_outputs", "marks_of", "show_results", "undecided"]


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """What one notebook gets in the gradebook, by grade_id.

    `scores`: points by machine, None where a person gives them. `comments`: the automatic
    comment of each answer that is there, None for none.
    """

    scores: dict[str, float | None]
    comments: dict[str, str | None]


class OutputRules(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of nbgrader's IgnorePattern and LimitOutput; -1 means no limit."""

    ignore_pattern: str = ""
    max_lines: int = 1000
    max_traceback: int = 100


def show_results(notebook: Notebook, report: Report, say: Say = str) -> None:
    """Put what the cases found below each graded cell that they judged, in the words of `say`."""
    results = {task.grade_id: task for task in report.tasks}
    for cell in notebook.cells:
        task = results.get(grade_id(cell))
        if task and is_graded(cell) and task.judged is Judged.OUTSIDE:
            add_display(cell, {"text/plain": as_text(task, say), "text/html": as_html(task, say)})


def marks_of(notebook: Notebook, report: Report) -> Marks:
    """The marks of a judged notebook; an untouched written answer gets 0, as nbgrader has it."""
    results = {task.grade_id: task for task in report.tasks}
    scores: dict[str, float | None] = {}
    comments: dict[str, str | None] = {}
    for cell in notebook.cells:
        name = grade_id(cell)
        untouched = name != "" and cell.metadata["nbgrader"]["checksum"] == checksum(cell)
        if is_graded(cell):
            task = results[name]
            scores[name] = task.points
            if task.judged is Judged.BY_HAND and is_solution(cell) and untouched:
                scores[name] = 0.0
        if is_solution(cell) or is_task(cell):
            comments[name] = "No response." if untouched and not is_task(cell) else None
    return Marks(scores=scores, comments=comments)


def undecided(report: Report) -> str:
    """Why a report with undecided cases makes a submission ungraded."""
    cases = [
        (task.grade_id, case)
        for task in report.tasks
        for case in task.cases
        if case.outcome is Outcome.UNDECIDED
    ]
    grade_id, first = cases[0]
    return (
        f"{len(cases)} case(s) could not decide: {first.name} ({grade_id}): "
        f"{raised(first.detail)}\nThat is a fault of the case or ours and not the student's; "
        f"mend it and grade again.\n\n{first.detail}"
    )


def limit_outputs(notebook: Notebook, rules: OutputRules) -> None:
    """Shorten outputs as nbgrader's IgnorePattern and LimitOutput do."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            if rules.ignore_pattern:
                cell.outputs = [o for o in cell.outputs if not _ignored(o, rules.ignore_pattern)]
            if rules.max_lines != -1:
                cell.outputs = _limited(cell.outputs, rules.max_lines)
            if rules.max_traceback != -1:
                _limit_tracebacks(cell.outputs, rules.max_traceback)


def _ignored(output: Notebook, pattern: str) -> bool:
    is_stderr = output.output_type == "stream" and output.name == "stderr"
    return is_stderr and re.search(pattern, output.text) is not None


def _limited(outputs: list[Notebook], max_lines: int) -> list[Notebook]:
    """The outputs without the lines of streams beyond the limit."""
    kept, length = [], 0
    for output in outputs:
        if output.output_type == "stream":
            if length == max_lines:
                continue
            lines = output.text.split("\n")
            if len(lines) + length > max_lines:
                lines = [*lines[: max_lines - length - 1], "... Output truncated ..."]
            length += len(lines)
            output.text = "\n".join(lines)
        kept.append(output)
    return kept


def _limit_tracebacks(outputs: list[Notebook], most: int) -> None:
    for output in outputs:
        if output.output_type == "error" and len(output.traceback) > most:
            start = most // 2
            end = most - start - 1
            cut = "... Traceback truncated ..."
            output.traceback = [*output.traceback[:start], cut, *output.traceback[-end:]]
