"""A runner without processes: for solutions, tests and authors; never for students.

It runs cells through the same shell as the sandbox, in this process, and judges them through
the in-process channel, so that both give the same report for code that ends and behaves.
"""

import contextlib
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from autograder.judge.channel import Channel, InProcessChannel
from autograder.sandbox.host import CellRun
from autograder.sandbox.policy import Limits
from autograder.sandbox.shell import CellShell
from autograder.wire.messages import Cell

__all__ = ["InProcessRunner"]


class InProcessRunner:
    """Runs trusted notebooks in this process."""

    confinement = "in this process"

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def run(
        self,
        cells: Sequence[Cell],
        at_graded: Callable[[int, Channel], None],
        *,
        files: Mapping[str, bytes] | None = None,
        seed: int = 0,
    ) -> tuple[CellRun, ...]:
        """As `Sandbox.run`, without limits on time."""
        shell = CellShell.make()
        shell.reset(new_session=True)
        shell.execution_count = 1
        runs = []
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for path, data in (files or {}).items():
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                Path(path).write_bytes(data)
            for index, cell in enumerate(cells):
                limits = self._limits
                ran = shell.run(cell.source, limits.output_bytes, limits.figure_bytes)
                runs.append(CellRun(*ran))
                if cell.graded:
                    at_graded(index, InProcessChannel(shell.user_ns))
        return tuple(runs)

    def close(self) -> None:
        """There is nothing to end."""
