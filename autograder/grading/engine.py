"""One judge and one sandbox for a whole run, and the grading of one submission by them."""

import hashlib
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Protocol

import torch

import autograder
from autograder.assignment import Task, tasks_of
from autograder.errors import AuthoringError
from autograder.grading.inside import judge_inside
from autograder.judge.channel import Channel
from autograder.judge.run import Judge
from autograder.notebook import Notebook, is_solution, set_outputs
from autograder.sandbox.host import CellRun
from autograder.verdict import CaseResult, Diagnosis, Judged, Outcome, Report, TaskResult
from autograder.wire.messages import Cell

__all__ = ["Engine", "Runner", "seed_of"]

_NOT_REACHED = "not reached: a cell before it blocked the notebook, or cells ended it too often"


class Runner(Protocol):
    """Runs a notebook's code cells and stops at the graded ones: a sandbox, or a fake of one."""

    @property
    def confinement(self) -> str:
        """What keeps the code apart, in a few words."""
        ...

    def run(
        self,
        cells: Sequence[Cell],
        at_graded: Callable[[int, Channel], None],
        *,
        files: Mapping[str, bytes] | None = None,
        seed: int = 0,
    ) -> tuple[CellRun, ...]:
        """Run the cells beside `files`; at each graded one call `at_graded(index, channel)`."""
        ...

    def close(self) -> None:
        """End what was started."""
        ...


class Engine:
    """Grades submissions of one assignment; a context manager that closes what it was given."""

    def __init__(self, assignment: str, judge: Judge, runner: Runner, *, enough: int = 0) -> None:
        """With `enough`, a cell's cases run until so many have failed: for plants, not grades."""
        self.assignment = assignment
        self._enough = enough
        self._judge = judge
        self._runner = runner

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the sandbox and the judge."""
        self._runner.close()
        self._judge.close()

    def check(self, notebook: Notebook) -> None:
        """Raise `AuthoringError` where cases name a cell that a whole notebook does not have."""
        names = {task.grade_id for task in tasks_of(notebook, self._judge.cases)}
        orphans = sorted(set(self._judge.cases) - names)
        if orphans:
            raise AuthoringError(
                f"there are hidden cases for {', '.join(orphans)}, and no graded cell of that "
                "name; mend the cases' markers or the notebook, and grade again"
            )

    def grade(
        self, notebook: Notebook, student: str, files: Mapping[str, bytes] | None = None
    ) -> Report:
        """Run `notebook`, in which the author's cells stand, and judge it.

        `files` are the submission's other files, by relative path; the code gets copies.
        The notebook's code cells get the outputs that they put out. Raises `AuthoringError`
        or `SandboxError`; whatever the student's code does is in the report.
        """
        started = time.perf_counter()
        tasks = tasks_of(notebook, self._judge.cases)
        seed = seed_of(self.assignment, student)
        code = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
        outside = {t.position: t for t in tasks if t.judged is Judged.OUTSIDE}
        cells = [Cell(notebook.cells[i].source, graded=i in outside) for i in code]
        judged: dict[str, tuple[CaseResult, ...]] = {}
        diagnosed: dict[str, Diagnosis | None] = {}

        def at_graded(index: int, channel: Channel) -> None:
            name = outside[code[index]].grade_id
            judged[name] = self._judge.judge(name, channel, seed=seed, enough=self._enough)
            if getattr(channel, "lost", False) and _undecided(judged[name]):
                del judged[name]  # the sandbox has it judged once more, or it is not reached
            elif any(case.outcome is Outcome.FAILED for case in judged[name]):
                diagnosed[name] = self._judge.diagnose(name, channel)

        runs = self._runner.run(cells, at_graded, files=files, seed=seed)
        for count, (position, run) in enumerate(zip(code, runs, strict=True), start=1):
            reached = run.outputs is not None
            set_outputs(notebook.cells[position], run.outputs or (), count if reached else None)
        by_position = dict(zip(code, runs, strict=True))
        return Report(
            assignment=self.assignment,
            student=student,
            tasks=tuple(
                self._task(
                    task,
                    judged.get(task.grade_id),
                    diagnosed.get(task.grade_id),
                    by_position,
                    _cell_above(notebook, task),
                )
                for task in tasks
            ),
            confinement=self._runner.confinement,
            seconds=round(time.perf_counter() - started, 3),
            seed=seed,
            versions=_versions(),
        )

    def _task(
        self,
        task: Task,
        judged: tuple[CaseResult, ...] | None,
        diagnosis: Diagnosis | None,
        runs: dict[int, CellRun],
        above: int | None,
    ) -> TaskResult:
        if task.judged is Judged.OUTSIDE:
            cases = judged or self._judge.unjudged(task.grade_id, Outcome.FAILED, _NOT_REACHED)
            failed = any(case.outcome is Outcome.FAILED for case in cases)
            return TaskResult(
                grade_id=task.grade_id,
                max_points=task.max_points,
                cases=cases,
                diagnosis=diagnosis if failed else None,
                note=_error_in(runs.get(above)) if failed and above is not None else "",
            )
        points, note = None, ""
        if task.judged is Judged.INSIDE:
            points, note = judge_inside(runs[task.position].outputs, task.max_points)
        return TaskResult(
            grade_id=task.grade_id,
            max_points=task.max_points,
            judged=task.judged,
            inside_points=points,
            note=note,
        )


def _undecided(cases: Sequence[CaseResult]) -> bool:
    return any(case.outcome is Outcome.UNDECIDED for case in cases)


def _cell_above(notebook: Notebook, task: Task) -> int | None:
    """The position of the solution cell that a task's graded cell stands below."""
    for position in range(task.position - 1, -1, -1):
        if is_solution(notebook.cells[position]):
            return position
    return None


def _error_in(run: CellRun | None) -> str:
    """What stopped a cell, in a sentence; empty where nothing did or it is the stub."""
    for output in (run.outputs or ()) if run else ():
        if output.output_type == "error" and output.ename != "NotImplementedError":
            return f"The cell above stopped with {output.ename}: {output.evalue!s}"[:300]
    return ""


def seed_of(assignment: str, student: str) -> int:
    """The seed of a submission's random inputs: the same whenever it is graded again."""
    digest = hashlib.blake2b(
        f"{assignment}\0{student}".encode("utf-8", "surrogateescape"), digest_size=4
    ).digest()
    return int.from_bytes(digest)


def _versions() -> dict[str, str]:
    return {
        "kit": autograder.__version__,
        "python": platform.python_version(),
        "torch": str(torch.__version__),
    }
