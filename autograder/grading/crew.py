"""The workers of one machine: processes forked from one that has torch and the judge loaded.

Theory of operation
-------------------
`warm_up` starts multiprocessing's fork server, which imports `autograder.grading.worker`, and
with it torch and pytest, once; workers are forked from there in milliseconds and share its
memory. All of them ask one zygote for student processes. Both start beside the caller's own
imports, so that a run begins after the slowest of the three and not after their sum.

After a loss the zygote is replaced too: with its namespace every student process ends whose
worker can't end it any more.
"""

import contextlib
import multiprocessing
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import forkserver
from multiprocessing.process import BaseProcess

from autograder.grading.job import Context, Job, Result
from autograder.sandbox.process import Zygote

__all__ = ["Crew", "let_go", "prepare", "warm_up", "work"]

_WORKER = "autograder.grading.worker"
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""A process that forks must have one thread, and these libraries start more when imported."""


def warm_up() -> None:
    """Have the parent of workers import what they need, while the caller goes on."""
    multiprocessing.get_context("forkserver").set_forkserver_preload([_WORKER])
    with _environment(dict.fromkeys(_ONE_THREAD, "1")):
        forkserver.ensure_running()


class Crew:
    """A `pool.Pool` of processes on this machine; a context manager."""

    def __init__(self, context: Context, jobs: int, zygote: Zygote | None = None) -> None:
        """`jobs` workers for a run; `zygote` is one that was started before, with the same tier."""
        self._context = context
        self._jobs = jobs
        self._zygote = zygote
        self._executor: ProcessPoolExecutor | None = None
        self._others: frozenset[BaseProcess] = frozenset()
        self._seen: frozenset[BaseProcess] = frozenset()

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, *_exception: object) -> None:
        self.discard()

    @property
    def workers(self) -> int:
        """How many submissions are graded at a time."""
        return self._jobs

    @property
    def work(self) -> Callable[[Job], Result]:
        """The grading of one submission, in one of the processes."""
        return work

    def executor(self) -> Executor:
        """The executor, started if there is none; raises `SandboxError` if it can't be."""
        if self._executor is None:
            context = self._context
            if self._zygote is None:
                self._zygote = Zygote(context.limits, context.tier, hidden=context.hidden)
            self._zygote.wait_until_ready()
            self._others = frozenset(multiprocessing.active_children())
            with _environment(dict.fromkeys(_ONE_THREAD, "1")):
                self._executor = ProcessPoolExecutor(
                    self._jobs,
                    multiprocessing.get_context("forkserver"),
                    prepare,
                    (context, (self._zygote.owner, self._zygote.home)),
                )
        return self._executor

    def has_lost_a_worker(self) -> bool:
        """Whether a worker that was seen before is no longer there."""
        if self._executor is None:
            return False
        alive = frozenset(multiprocessing.active_children()) - self._others
        self._seen |= alive
        return self._seen != alive

    def discard(self) -> None:
        """End the workers, whatever they do, and every student process."""
        if self._executor is not None:
            let_go(self._executor, set(multiprocessing.active_children()) - self._others)
            self._executor, self._seen = None, frozenset()
        if self._zygote is not None:
            self._zygote.close()
            self._zygote = None


def let_go(executor: ProcessPoolExecutor, workers: Iterable[BaseProcess]) -> None:
    """Kill an executor's workers, and have its thread end, whatever it waits for.

    A worker that is killed while it writes leaves half a result. The executor's thread reads it
    until nobody is left who could write the rest; as that could be this process itself, which
    holds the pipe's other end, the thread would never end, nor would the interpreter.
    """
    results = getattr(executor, "_result_queue", None)  # shutdown forgets it
    executor.shutdown(wait=False, cancel_futures=True)
    for process in workers:
        process.kill()
    if results is not None:
        results._writer.close()


def prepare(context: Context, zygote: tuple[socket.socket, str]) -> None:
    """Begin a worker; it alone imports torch, and not whoever asks for it."""
    from autograder.grading import worker

    worker.prepare(context, zygote)


def work(job: Job) -> Result:
    """Grade one submission in a worker that was prepared."""
    from autograder.grading import worker

    return worker.work(job)


@contextlib.contextmanager
def _environment(extra: dict[str, str]) -> Iterator[None]:
    """The environment with `extra`, for what is started within."""
    before = {name: os.environ.get(name) for name in extra}
    os.environ.update(extra)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
