"""A graded submission once more, with what was asked and answered in each case that failed.

For an instructor's eyes: it shows hidden inputs. They are drawn from the seed that the report
records, so that a failure comes back as it was.
"""

from collections.abc import Sequence
from pathlib import Path

import torch
from rich.console import Console
from rich.text import Text

from autograder.assignment import tasks_of
from autograder.errors import AuthoringError
from autograder.grading.engine import Runner, seed_of
from autograder.grading.feedback import why
from autograder.grading.reports import load_report
from autograder.judge.channel import Channel
from autograder.judge.run import Judge
from autograder.notebook import Notebook, read
from autograder.verdict import CaseResult, Judged, Outcome
from autograder.wire.messages import Call, Cell, Reply, Request
from autograder.wire.values import from_value

__all__ = ["graded_notebook", "replay"]

Exchange = tuple[Request, Reply | None]


class _Recorder:
    """A channel that keeps what passes through it."""

    def __init__(self, channel: Channel) -> None:
        self.exchanges: list[Exchange] = []
        self._channel = channel

    def perform(self, request: Request) -> Reply:
        self.exchanges.append((request, None))
        reply = self._channel.perform(request)
        self.exchanges[-1] = (request, reply)
        return reply


def graded_notebook(
    course: Path, assignment: str, student: str, reports: str = "reports"
) -> Notebook:
    """The notebook that grading left in `autograded/`; its reports are in the folder `reports`.

    Raises `AuthoringError` where there is none, with the reason where it is ungraded.
    """
    path = course / "autograded" / student / assignment / f"{assignment}.ipynb"
    if not path.is_file():
        if (course / reports / assignment / f"{student}.json").is_file():
            report = load_report(course / reports, assignment, student)
            if not report.graded:
                raise AuthoringError(
                    f"{student} is ungraded, so that there is nothing to replay: {why(report)}"
                )
        raise AuthoringError(f"there is no {path}; grade {student} first, or mend the name")
    return read(path)


def replay(
    judge: Judge,
    runner: Runner,
    notebook: Notebook,
    assignment: str,
    student: str,
    console: Console | None = None,
) -> int:
    """Judge `notebook` again; prints each failed case with its exchanges, returns how many.

    Raises `SandboxError` or `AuthoringError` as grading does.
    """
    console = console or Console()
    seed = seed_of(assignment, student)
    tasks = {t.position: t for t in tasks_of(notebook, judge.cases) if t.judged is Judged.OUTSIDE}
    code = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    failures = 0

    def at_graded(index: int, channel: Channel) -> None:
        nonlocal failures
        task = tasks[code[index]]
        for name in judge.names(task.grade_id):
            recorder = _Recorder(channel)
            (case,) = judge.judge(task.grade_id, recorder, seed=seed, only=name)
            if case.outcome is not Outcome.PASSED:
                failures += 1
                _print(console, task.grade_id, case, recorder.exchanges)

    cells = [Cell(notebook.cells[i].source, graded=i in tasks) for i in code]
    runner.run(cells, at_graded, seed=seed)
    console.print(Text(f"{failures} case(s) did not pass, with the seed {seed}"))
    return failures


def _print(
    console: Console, grade_id: str, case: CaseResult, exchanges: Sequence[Exchange]
) -> None:
    console.print(Text(f"{grade_id} · {case.name} · {case.outcome}", style="bold"))
    console.print(Text(f"  {case.line}\n  {case.message or case.detail}"))
    for request, reply in exchanges[-1:]:
        for index, step in enumerate(request.steps):
            given = (
                [_shown(from_value(a)) for a in step.arguments] if isinstance(step, Call) else []
            )
            console.print(Text(f"  {step.name}({', '.join(given)})"))
            if reply is not None and index < len(reply.results):
                console.print(Text(f"    → {_shown(from_value(reply.results[index].value))}"))
    console.print()


def _rounded(numbers: object) -> str:
    if isinstance(numbers, list):
        return f"[{', '.join(_rounded(number) for number in numbers)}]"
    return f"{numbers:.5g}" if isinstance(numbers, float) else str(numbers)


def _shown(value: object) -> str:
    """A value in few characters, printable whatever a student made of it."""
    if isinstance(value, torch.Tensor):
        if value.numel() > 60:
            return f"tensor of shape {list(value.shape)}"
        return f"tensor {_rounded(value.detach().tolist())}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__} of " + "; ".join(_shown(item) for item in value[:5])
    return "".join(c if c.isprintable() else " " for c in repr(value)[:200])
