"""Many submissions, several workers, one order of events.

Theory of operation
-------------------
`scheduled` hands jobs to a `concurrent.futures.Executor`, never more than a window of them at a
time, and yields what comes back as it comes back. An executor whose worker was killed is lost
with all that it held: which job did it, nobody can tell. So after a loss the jobs that were
under way are run again one at a time, each with nobody beside it. One that loses its executor
when it is alone is to blame, and is ungraded with a reason; the others have lost a moment.

An executor does not notice every loss: a worker that is killed while it writes a result leaves
half of it, and the executor waits for the rest for ever. So where a worker has ended and a while
passes without a result, the executor is taken for lost.

A cluster outlives its workers and runs their jobs again by itself. It gives up a single job,
`JobLost`, which is run once more when nothing else is under way.

Nothing in here knows of processes; `crew.Crew` does, and `autograder.cluster` of other machines.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Protocol

from autograder.errors import AutograderError, SandboxError
from autograder.grading.job import Job, Result
from autograder.sandbox.forker import ZygoteLost
from autograder.verdict import Report

__all__ = ["TICK_SECONDS", "JobLost", "Pool", "Work", "lost", "scheduled"]

TICK_SECONDS = 0.2
"""How long the scheduler waits before it lets its caller see to other things."""
_PATIENT_TICKS = 10
"""How many times nothing may come after a worker has ended: its executor mostly says so itself."""
_MOST_BYTES = 256 << 20
"""Submissions under way may have this many bytes together; a single one may have more."""
_JOBS_PER_WORKER = 2
"""One that runs, and one that waits, so that no worker has to."""
_EXECUTOR_LOST = (BrokenExecutor, ZygoteLost)
_MOST_LOST = 5
"""Jobs in a row that may lose an executor of their own; beyond, the machine is at fault."""
_LOST = (
    "the process that graded it ended twice, the second time with nothing else beside it. That is "
    "the machine's fault or ours (out of memory, perhaps), so nothing was marked 0. Grade it again "
    "when the machine is idle, or look at it by hand."
)


class JobLost(AutograderError):
    """The workers that ran this job ended, and the executor goes on without it."""


class Pool(Protocol):
    """Where jobs run: it gives an executor, and a fresh one after that is lost."""

    @property
    def workers(self) -> int:
        """How many jobs it runs at a time, now."""
        ...

    def executor(self) -> Executor:
        """An executor that takes jobs; after `discard`, another one."""
        ...

    def has_lost_a_worker(self) -> bool:
        """Whether a worker of the executor has ended, which none does by itself.

        Raises `SandboxError` where no worker is left and none is to be expected.
        """
        ...

    def discard(self) -> None:
        """Let go of the executor, with all that it still runs."""
        ...


Work = Callable[[Job], Result]


def scheduled(
    jobs: Iterable[Job], pool: Pool, work: Work, assignment: str
) -> Iterator[Result | None]:
    """The jobs' results as they come; None where a while has passed without one.

    As many jobs are under way as the pool has workers, and as many wait for them. An exception
    that `work` raises ends it, but for those that mean a lost executor or job. Raises
    `SandboxError` where executors keep being lost.
    """
    yield from _Run(iter(jobs), pool, work, assignment).results()


def lost(assignment: str, student: str) -> Result:
    """What becomes of a submission that ended its worker when it was alone, too."""
    report = Report(assignment=assignment, student=student, reason=_LOST)
    return Result(report=report, lasting=False)


class _Run:
    def __init__(self, jobs: Iterator[Job], pool: Pool, work: Work, assignment: str) -> None:
        self._jobs = jobs
        self._pool = pool
        self._work = work
        self._assignment = assignment
        self._under_way: dict[Future[Result], Job] = {}
        self._suspects: deque[Job] = deque()
        self._lost_in_a_row = 0
        self._silent_ticks = 0

    def results(self) -> Iterator[Result | None]:
        while True:
            if not self._suspects:
                self._fill()
            if self._under_way:
                yield from self._collect()
            elif self._suspects:
                yield from self._alone(self._suspects.popleft())
            else:
                return

    def _fill(self) -> None:
        """Submit jobs until the window is full or there are none left."""
        while self._has_room():
            job = next(self._jobs, None)
            if job is None:
                return
            try:
                self._under_way[self._pool.executor().submit(self._work, job)] = job
            except BrokenExecutor:
                self._lose([job])
                return

    def _has_room(self) -> bool:
        count = len(self._under_way)
        if count == 0:
            return True
        size = sum(job.size for job in self._under_way.values())
        return count < _JOBS_PER_WORKER * self._pool.workers and size < _MOST_BYTES

    def _collect(self) -> Iterator[Result | None]:
        """Wait for what is under way; a lost executor makes suspects of all that is left."""
        done, _ = wait(self._under_way, TICK_SECONDS, FIRST_COMPLETED)
        if self._waits_in_vain(bool(done)):
            self._lose([])
        if not done:
            yield None
        lost = []
        for future in done:
            job = self._under_way.pop(future)
            if isinstance(future.exception(), JobLost):
                self._suspects.append(job)
            elif _was_lost(future):
                lost.append(job)
            else:
                self._lost_in_a_row = 0
                yield future.result()
        if lost:
            self._lose(lost)

    def _waits_in_vain(self, something_came: bool) -> bool:
        """Whether a worker is lost, and the executor has not noticed for a while."""
        lost = self._pool.has_lost_a_worker()  # each time: it compares with who was there before
        silent = lost and not something_came
        self._silent_ticks = self._silent_ticks + 1 if silent else 0
        return self._silent_ticks > _PATIENT_TICKS

    def _lose(self, jobs: list[Job]) -> None:
        self._suspects.extend([*jobs, *self._under_way.values()])
        self._under_way.clear()
        self._silent_ticks = 0
        self._pool.discard()

    def _alone(self, job: Job) -> Iterator[Result | None]:
        """Run a job with nobody beside it; if that ends its executor too, it is ungraded."""
        try:
            future = self._pool.executor().submit(self._work, job)
        except BrokenExecutor as error:  # its workers end before they take anything
            future = Future()
            future.set_exception(error)
        while not wait([future], TICK_SECONDS).done and not self._waits_in_vain(False):
            yield None
        if future.done() and not isinstance(future.exception(), (JobLost, *_EXECUTOR_LOST)):
            self._lost_in_a_row = 0
            yield future.result()
            return
        self._silent_ticks = 0
        self._pool.discard()
        self._lost_in_a_row += 1
        if self._lost_in_a_row > _MOST_LOST:
            raise SandboxError(
                f"{self._lost_in_a_row} workers in a row were lost while each graded one "
                "submission alone, so it is not the submissions. What is graded is kept; look at "
                "this machine's memory, and run the command again"
            ) from (future.exception() if future.done() else None)
        yield lost(self._assignment, job.student)


def _was_lost(future: Future[Result]) -> bool:
    return isinstance(future.exception(), _EXECUTOR_LOST)
