"""Plants and the workshop in which cases judge them: one judge and one sandbox for many."""

import copy
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from msgspec.structs import replace

from autograder.assignment import tasks_of
from autograder.authoring.cells import with_code
from autograder.authoring.findings import Kind
from autograder.grading.engine import Engine, seed_of
from autograder.grading.inprocess import InProcessRunner
from autograder.judge.channel import Channel, InProcessChannel
from autograder.judge.mistakes import Mistake, read_mistakes
from autograder.judge.run import Judge
from autograder.notebook import Notebook, grade_id
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits, Tier
from autograder.verdict import Outcome, Report, TaskResult
from autograder.wire.messages import Cell

__all__ = ["Plant", "Plot", "Workshop"]


@dataclass(frozen=True)
class Plant:
    """What takes the solution's place, and the graded cells (`tasks`) that judge it.

    Code takes the place of the solution cell `cell`. A mistake is a function or a value, by its
    place in the folder of mistakes.
    """

    kind: Kind
    name: str
    tasks: tuple[str, ...]
    cell: str = ""
    code: str = ""
    mistake: int = -1


@dataclass(frozen=True)
class Plot:
    """Everything that a workshop needs to know; it travels to other processes.

    `enough`: a wrong plant is judged until so many cases of a cell have failed, 0 for all.
    `diagnosing`: whether the mistakes can be used for diagnoses.
    """

    assignment: str
    notebook: Notebook
    files: dict[str, bytes]
    cases: Path
    mistakes: Path | None
    diagnosing: bool
    limits: Limits
    tier: Tier
    enough: int = 2


class Workshop:
    """Judges plants; a context manager."""

    def __init__(self, plot: Plot, sandbox: Sandbox | None = None) -> None:
        """Collect the cases and start a sandbox; raises `AuthoringError` or `SandboxError`.

        A `sandbox` that is given is used instead and stays open.
        """
        self._plot = plot
        self.judge = Judge(plot.cases, plot.mistakes if plot.diagnosing else None)
        self._given = sandbox
        self._sandbox = sandbox or Sandbox(plot.limits, plot.tier, hidden=[Path.cwd()])
        self._thorough = Engine(plot.assignment, self.judge, self._sandbox)
        self._brief = Engine(plot.assignment, self.judge, self._sandbox, enough=plot.enough)
        self._mistakes: list[Mistake] = []
        self._standing: tuple[str, InProcessChannel] | None = None

    def __enter__(self) -> "Workshop":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.judge.close()
        if self._given is None:
            self._sandbox.close()

    @property
    def confinement(self) -> str:
        """What keeps plants apart."""
        return self._sandbox.confinement

    def grade(self, notebook: Notebook, name: str) -> Report:
        """A whole notebook, as a student's is graded."""
        return self._thorough.grade(copy.deepcopy(notebook), name, self._plot.files)

    def judged(self, plant: Plant) -> tuple[TaskResult, ...]:
        """What the cases of the plant's graded cells make of it."""
        if plant.mistake >= 0:
            return tuple(self._with_mistake(plant, task) for task in plant.tasks)
        right = plant.kind is Kind.RIGHT
        self._sandbox.limits = self._plot.limits if right else _shorter(self._plot.limits)
        notebook = with_code(self._plot.notebook, {plant.cell: plant.code}, plant.tasks)
        engine = self._thorough if right else self._brief
        return engine.grade(notebook, plant.name, self._plot.files).tasks

    def _with_mistake(self, plant: Plant, task: str) -> TaskResult:
        """A named mistake is trusted code: its function stands in for the solution's, here."""
        if not self._mistakes and self._plot.mistakes is not None:
            self._mistakes = read_mistakes(self._plot.mistakes)
        mistake = self._mistakes[plant.mistake]
        solution = self._solution_at(task)
        answer = mistake.answer() if mistake.is_value else mistake.answer
        channel: Channel = InProcessChannel({**solution.namespace, mistake.asked: answer})
        # Its points matter only where it claims some.
        enough = 0 if mistake.credit else self._plot.enough
        seed = seed_of(self._plot.assignment, plant.name)
        cases = self.judge.judge(task, channel, seed=seed, enough=enough)
        failed = any(case.outcome is Outcome.FAILED for case in cases)
        most = next(
            one.max_points
            for one in tasks_of(self._plot.notebook, self.judge.cases)
            if one.grade_id == task
        )
        return TaskResult(
            grade_id=task,
            max_points=most,
            cases=cases,
            diagnosis=self.judge.diagnose(task, channel) if failed else None,
        )

    def _solution_at(self, task: str) -> InProcessChannel:
        """The solution's state at a graded cell, run in this process."""
        if self._standing is None or self._standing[0] != task:
            notebook = with_code(self._plot.notebook, {}, (task,))
            kept: list[InProcessChannel] = []
            cells = [
                Cell(cell.source, graded=grade_id(cell) == task)
                for cell in notebook.cells
                if cell.cell_type == "code"
            ]

            def keep(_: int, channel: Channel) -> None:
                if isinstance(channel, InProcessChannel):
                    kept.append(channel)

            InProcessRunner().run(cells, keep, files=self._plot.files)
            self._standing = (task, kept[0])
        return self._standing[1]


def _shorter(limits: Limits) -> Limits:
    """Wrong code may loop, and there is a lot of it: a fifth of the time for a call, and less."""
    return replace(
        limits, call_seconds=limits.call_seconds / 5, cell_seconds=limits.cell_seconds / 10
    )
