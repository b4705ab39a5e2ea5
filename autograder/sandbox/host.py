"""The trusted end of the sandbox: it asks the zygote for processes and bounds what they do.

A notebook runs in one student process. A cell that ends the process is recorded as such, and
the notebook runs once more, in a fresh process, without that cell: the tasks after it are still
judged, and tasks that were judged before are not judged again. A cell that blocks ends the
notebook, unless `cell_timeouts` allows more of them.

What comes back from a student process is bytes from an enemy: capped frames, a closed
schema, an absolute deadline. Every such failure is a `StudentError`; only a zygote that does
not start or answer is a `SandboxError`.
"""

import math
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from autograder.errors import SandboxError, StudentError
from autograder.sandbox.forker import Forker
from autograder.sandbox.patience import await_answer
from autograder.sandbox.policy import Limits, Tier
from autograder.sandbox.process import StudentProcess, Zygote
from autograder.wire import frames
from autograder.wire.messages import (
    Cell,
    CellEnded,
    Fork,
    Forked,
    Job,
    MalformedReply,
    Output,
    Proceed,
    Reply,
    Request,
    decode,
    encode,
)

__all__ = ["CellRun", "Sandbox", "StudentChannel"]


@dataclass(frozen=True)
class CellRun:
    """What became of one cell; `outputs` is None where it was not reached."""

    outputs: tuple[Output, ...] | None = None
    seconds: float = 0.0


class Sandbox:
    """Runs notebooks in forks of one zygote; a context manager."""

    def __init__(
        self,
        limits: Limits | None = None,
        tier: Tier = Tier.STRICT,
        *,
        hidden: Sequence[Path] = (),
        without: Sequence[str] = (),
        forker: Forker | None = None,
    ) -> None:
        """Start the zygote, or use the one that `forker` asks.

        `hidden` are folders that student code must not see, the course's above all, should
        they lie within the read-only view. `without` leaves out layers, for tests.
        """
        self.limits = limits or Limits()
        self.tier = tier
        self._zygote = forker or Zygote(self.limits, tier, hidden=hidden, without=without)

    @property
    def confinement(self) -> str:
        """The tier and its layers, for the report."""
        layers = ", ".join(self._zygote.layers)
        return f"{self.tier}: {layers}" if layers else str(self.tier)

    def __enter__(self) -> "Sandbox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the zygote and with it every student process."""
        self._zygote.close()

    def run(
        self,
        cells: Sequence[Cell],
        at_graded: Callable[[int, "StudentChannel"], None],
        *,
        files: Mapping[str, bytes] | None = None,
        seed: int = 0,
    ) -> tuple[CellRun, ...]:
        """Run the cells in a folder with `files`; at each graded one call `at_graded`.

        It gets the cell's index and a channel to the student's state of that moment. Returns
        one `CellRun` a cell. Raises `SandboxError` where the sandbox itself fails.
        """
        run = _NotebookRun(cells, at_graded, self.limits)
        while run.again:
            with self._zygote.fork() as process:
                run.attempt(process, dict(files or {}), seed)
        return tuple(run.runs)


class _Lost(Exception):
    """The process whose state a graded cell is judged with has gone, for the first time."""


class _NotebookRun:
    """The bookkeeping of one notebook over the attempts that it may need."""

    def __init__(
        self,
        cells: Sequence[Cell],
        at_graded: Callable[[int, "StudentChannel"], None],
        limits: Limits,
    ) -> None:
        self.again = True
        self.runs = [CellRun() for _ in cells]
        self._cells = cells
        self._at_graded = at_graded
        self._limits = limits
        self._skipped: set[int] = set()
        self._judged: set[int] = set()
        self._ended_once: set[int] = set()
        self._lost_once: set[int] = set()
        self._restarts_left = limits.restarts
        self._timeouts_left = limits.cell_timeouts
        self._cell_seconds = limits.cell_seconds
        self._end = time.monotonic() + limits.notebook_seconds

    def attempt(self, process: StudentProcess, files: dict[str, bytes], seed: int) -> None:
        """Run the cells in a fresh process as far as it lives; sets `again` if another may help."""
        self.again = False
        blamed: int | None = None
        try:
            cells = tuple(
                Cell(cell.source, cell.graded and i not in self._judged, i in self._skipped)
                for i, cell in enumerate(self._cells)
            )
            limits = self._limits
            job = Job(cells, files, seed, limits.output_bytes, limits.figure_bytes)
            frames.send(process.control, encode(job), deadline=self._deadline())
            for index, cell in enumerate(cells):
                if not cell.skipped:
                    blamed = index
                    self._await_cell(process, index)
                blamed = None
                if cell.graded:
                    self._judge(process, index)
        except _Lost:
            self._run_again()
        except frames.Closed:
            if blamed is not None and blamed not in self._ended_once and not process.killed:
                # It may have been the machine's doing: a cell is blamed when it ends its
                # process a second time.
                self._ended_once.add(blamed)
                self._run_again()
            else:
                self._stopped(blamed, *process.how_it_ended())
        except frames.Deadline:
            seconds = self._cell_seconds
            # Where one cell loops, others that call the same function often do too.
            self._cell_seconds = max(1.0, self._limits.cell_seconds / 5)
            self._stopped(blamed, "CellTimeout", f"still running after {seconds:g} s, and stopped")
            self._timeouts_left -= 1
            self.again = self.again and self._timeouts_left > 0
        except (frames.TooLarge, MalformedReply) as error:
            self._stopped(blamed, "MalformedReply", str(error))

    def _await_cell(self, process: StudentProcess, index: int) -> None:
        limits = self._limits
        # What the limits on output allow, and what is around it; they hold inside by goodwill.
        most = min(limits.reply_bytes, 4 * limits.output_bytes + limits.figure_bytes + (1 << 20))
        control, seconds = process.control, self._cell_seconds
        deadline = await_answer(control, seconds, process.pid, end=self._end)
        data = frames.receive(control, limit_bytes=most, deadline=deadline)
        ended = decode(data, CellEnded)
        if ended.index != index:
            raise MalformedReply("the cells came back in another order")
        self.runs[index] = CellRun(ended.outputs, ended.seconds)

    def _judge(self, process: StudentProcess, index: int) -> None:
        again = index in self._lost_once
        channel = StudentChannel(process, self._limits, last_chance=again, end=self._end)
        try:
            self._at_graded(index, channel)
        finally:
            channel.close()
        if channel.lost and not again:
            self._lost_once.add(index)
            raise _Lost
        self._judged.add(index)
        frames.send(process.control, encode(Proceed()), deadline=self._deadline())

    def _deadline(self) -> float:
        return min(time.monotonic() + self._cell_seconds, self._end)

    def _stopped(self, blamed: int | None, ename: str, evalue: str) -> None:
        """Record what the blamed cell did, and have the others run again without it."""
        if blamed is not None:
            self._skipped.add(blamed)
            error = Output("error", ename=ename, evalue=evalue, traceback=(f"{ename}: {evalue}",))
            self.runs[blamed] = CellRun((error,))
        self._run_again()

    def _run_again(self) -> None:
        self.again = self._restarts_left > 0 and time.monotonic() < self._end
        self._restarts_left -= 1


class StudentChannel:
    """Performs requests in forks of the student's process as it stands at a graded cell.

    A fork that ends during a call is the student's doing. When the standing process itself
    has gone, it may be the machine's: `lost` says so, what was asked is undecided, and the
    task is judged once more from the start. With `last_chance` it is the student's failure.
    """

    def __init__(
        self,
        process: StudentProcess,
        limits: Limits,
        *,
        last_chance: bool = False,
        end: float = math.inf,
    ) -> None:
        self.lost = False
        self._last_chance = last_chance
        self._end = end
        self._process = process
        self._limits = limits
        self._fork: socket.socket | None = None
        self._timed_out = 0

    def close(self) -> None:
        if self._fork is not None:
            self._fork.close()
            self._fork = None

    def perform(self, request: Request) -> Reply:
        """The reply to `request`; raises `StudentError` when there is none worth the name."""
        seconds = self._limits.call_seconds
        if self._timed_out >= self._limits.calls_timed_out:
            raise StudentError(
                f"not tried, since an earlier call was still running after {seconds:g} s"
            )
        if time.monotonic() >= self._end:
            raise StudentError(
                f"not tried, since the notebook took more than {self._limits.notebook_seconds:g} s"
            )
        deadline = time.monotonic() + seconds
        fork = self._fork or self._fork_here(deadline)
        try:
            frames.send(fork, encode(request), deadline=deadline)
            deadline = await_answer(fork, seconds, self._process.pid, end=self._end)
            data = frames.receive(fork, limit_bytes=self._limits.reply_bytes, deadline=deadline)
            reply = decode(data, Reply)
            if len(reply.results) != len(request.steps):
                raise MalformedReply("as many results as steps were expected")
        except frames.Closed as error:
            self.close()
            raise StudentError(
                "the call ended the process in which it ran (a crash, os._exit or a kill)"
            ) from error
        except frames.Deadline as error:
            self.close()
            self._timed_out += 1
            raise StudentError(
                f"the call was still running after {seconds:g} s and was stopped: does a loop end?"
            ) from error
        except (frames.TooLarge, MalformedReply) as error:
            self.close()
            raise StudentError(f"the answer can't be read: {error}") from error
        return reply

    def _fork_here(self, deadline: float) -> socket.socket:
        ours, theirs = socket.socketpair()
        try:
            frames.send(self._process.control, encode(Fork()), deadline=deadline)
            socket.send_fds(self._process.control, [b"f"], [theirs.fileno()])
            theirs.close()
            seconds = self._limits.call_seconds
            deadline = await_answer(ours, seconds, self._process.pid, end=self._end)
            hello = frames.receive(ours, limit_bytes=1024, deadline=deadline)
            decode(hello, Forked)
        except (OSError, frames.Closed, frames.Deadline, frames.TooLarge, MalformedReply) as error:
            theirs.close()
            ours.close()
            self.lost = True
            kind = StudentError if self._last_chance else SandboxError
            raise kind(
                "the process that holds the notebook's state has ended or does not answer"
            ) from error
        self._fork = ours
        return ours
