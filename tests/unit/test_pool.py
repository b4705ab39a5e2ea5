"""The scheduler: results as they come, and what is done about executors that are lost."""

from __future__ import annotations

import multiprocessing
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any

import pytest

from autograder.errors import AuthoringError, SandboxError
from autograder.grading.crew import let_go
from autograder.grading.job import Job, Result
from autograder.grading.pool import scheduled
from autograder.sandbox.forker import ZygoteLost
from autograder.verdict import Report


class Deferred(Executor):
    """Runs nothing until it is waited for; the job `fatal` breaks it with all that it holds."""

    def __init__(self, fatal: Callable[[str], bool], loss: type[Exception]) -> None:
        self.held: list[tuple[Future[Any], Any, Any]] = []
        self.most = 0
        self._fatal, self._loss = fatal, loss

    def submit(self, fn: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future = _Lazy(self)
        self.held.append((future, fn, arguments[0]))
        self.most = max(self.most, len(self.held))
        return future

    def run(self) -> None:
        """Run what is held: to its end, or until the executor breaks."""
        held, self.held = self.held, []
        fatal = [job for _, _, job in held if self._fatal(job.student)]
        for future, fn, job in held:
            if fatal:
                future.set_exception(self._loss("a worker was killed"))
            else:
                try:
                    future.set_result(fn(job))
                except Exception as error:
                    future.set_exception(error)


class _Lazy(Future[Any]):
    def __init__(self, executor: Deferred) -> None:
        super().__init__()
        self._executor = executor


class Pool:
    """A pool of `Deferred` executors; `scheduled` waits by way of the patched `wait`."""

    def __init__(
        self, fatal: Callable[[str], bool] = lambda _: False, loss: type[Exception] = BrokenExecutor
    ) -> None:
        self.opened: list[Deferred] = []
        self.lost = False
        self.workers = 2
        self._fatal, self._loss = fatal, loss
        self._open: Deferred | None = None

    def executor(self) -> Deferred:
        if self._open is None:
            self._open = Deferred(self._fatal, self._loss)
            self.opened.append(self._open)
        return self._open

    def has_lost_a_worker(self) -> bool:
        return self.lost

    def discard(self) -> None:
        self._open, self.lost = None, False


@pytest.fixture(autouse=True)
def _waiting_runs_what_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import wait

    def run_and_wait(futures: Any, *arguments: Any) -> Any:
        for future in list(futures):
            future._executor.run()
        return wait(futures, *arguments)

    monkeypatch.setattr("autograder.grading.pool.wait", run_and_wait)


def jobs(count: int) -> Iterator[Job]:
    return (Job(student=f"s{number}", notebooks={}) for number in range(count))


def graded(job: Job) -> Result:
    return Result(report=Report(assignment="a", student=job.student))


def run(pool: Pool, count: int, work: Any = graded) -> dict[str, str]:
    """The students in the order of their results, with the reasons of the ungraded."""
    results = scheduled(jobs(count), pool, work, "a")
    return {r.report.student: r.report.reason for r in results if r is not None}


def test_every_job_is_done_once() -> None:
    pool = Pool()

    assert {f"s{number}": "" for number in range(10)} == run(pool, 10)
    assert 1 == len(pool.opened)


def test_two_jobs_for_each_worker_are_under_way_and_no_more() -> None:
    pool = Pool()
    run(pool, 50)

    assert 4 == pool.opened[0].most


def test_jobs_are_taken_when_there_is_room_and_not_before() -> None:
    taken = []

    def watched() -> Iterator[Job]:
        for job in jobs(50):
            taken.append(job)
            yield job

    next(scheduled(watched(), Pool(), graded, "a"))

    assert 4 == len(taken)


@pytest.mark.parametrize("loss", [BrokenExecutor, ZygoteLost])
def test_a_submission_that_kills_its_worker_twice_is_ungraded_and_nobody_else(
    loss: type[Exception],
) -> None:
    pool = Pool(lambda student: student == "s5", loss)
    found = run(pool, 10)

    assert {f"s{number}" for number in range(10)} == set(found)
    assert ["s5"] == [student for student, reason in found.items() if reason]
    assert found["s5"].startswith("the process that graded it ended twice")


def test_a_worker_that_is_killed_once_costs_nobody_anything() -> None:
    killed = []

    def fatal(student: str) -> bool:
        if student == "s3" and not killed:
            killed.append(student)
            return True
        return False

    assert {f"s{number}": "" for number in range(10)} == run(Pool(fatal), 10)


def test_after_a_loss_suspects_run_one_at_a_time() -> None:
    pool = Pool(lambda student: student == "s1")
    run(pool, 4)

    first, *later = [executor.most for executor in pool.opened]  # how many depends on the order
    assert first == 4
    assert set(later) == {1}


def test_a_machine_that_loses_every_worker_ends_the_run() -> None:
    with pytest.raises(SandboxError, match="workers in a row were lost"):
        run(Pool(lambda student: True), 300)


def test_what_the_author_has_to_mend_ends_the_run() -> None:
    def work(job: Job) -> Result:
        raise AuthoringError("the hidden cases can't be used")

    with pytest.raises(AuthoringError, match="the hidden cases can't be used"):
        run(Pool(), 5, work=work)


def test_an_executor_that_does_not_notice_a_lost_worker_is_taken_for_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first one hangs; everything is graded all the same."""
    from concurrent.futures import wait

    pool = Pool()

    def run_or_hang(futures: Any, *arguments: Any) -> Any:
        pool.lost = len(pool.opened) == 1
        if not pool.lost:
            for future in list(futures):
                future._executor.run()
        return wait(futures, 0)

    monkeypatch.setattr("autograder.grading.pool.wait", run_or_hang)

    assert {f"s{number}": "" for number in range(6)} == run(pool, 6)
    assert 2 == len(pool.opened)


def test_a_worker_that_dies_in_the_middle_of_a_result_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The executor's own thread reads the half that there is; letting go of it ends that."""
    # A spawned process asks how this one was started, and pytest-xdist's can't say.
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None, raising=False)
    executor = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    others = set(multiprocessing.active_children())
    future = executor.submit(write_half_a_result_and_die)
    (worker,) = set(multiprocessing.active_children()) - others
    worker.join()

    let_go(executor, [worker])

    assert isinstance(future.exception(timeout=60), BrokenExecutor)


def write_half_a_result_and_die() -> None:
    """In a worker: what a kill at the wrong moment leaves behind."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000) + b"half")
    os.kill(os.getpid(), signal.SIGKILL)
