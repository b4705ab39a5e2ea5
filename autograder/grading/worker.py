"""What runs in a worker process: one engine, made with the first job.

`prepare` and `work` are what the executor is given. The module is also what a worker's parent
imports once, before it forks: torch, pytest and the judge are then shared by all workers.
"""

import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import threading

from autograder.grading.engine import Engine
from autograder.grading.job import Context, Job, Result
from autograder.grading.one import grade
from autograder.judge.run import Judge
from autograder.restore import authored_alone
from autograder.sandbox.forker import Forker
from autograder.sandbox.host import Sandbox

__all__ = ["begin", "prepare", "work"]


class _Worker:
    """The state of this process."""

    context: Context | None = None
    forker: Forker | None = None
    engine: Engine | None = None


def prepare(context: Context, zygote: tuple[socket.socket, str] | None = None) -> None:
    """Begin a worker: it keeps what jobs share and ends with its parent.

    `zygote` is the owner's socket and the home of a zygote that is ready; without, the worker
    starts its own.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the coordinator's to handle
    _end_with_parent()
    _Worker.context = context
    if zygote is not None:
        owner, home = zygote
        _Worker.forker = Forker(owner, context.limits, context.tier, home)


def work(job: Job) -> Result:
    """Grade one submission.

    Raises `AuthoringError` where the cases can't be used for this assignment, which stops a
    run, and `ZygoteLost` where the zygote has gone.
    """
    engine = begin()
    assert _Worker.context is not None
    return grade(engine, _Worker.context, job)


def begin() -> Engine:
    """The engine, made if there is none; raises `AuthoringError` as `work` does."""
    context = _Worker.context
    if context is None:
        raise RuntimeError("a worker was given a job before it was prepared")
    if _Worker.engine is None:
        _Worker.engine = _engine(context)
    return _Worker.engine


def _engine(context: Context) -> Engine:
    judge = Judge(context.cases, context.mistakes)
    runner = Sandbox(context.limits, context.tier, hidden=context.hidden, forker=_Worker.forker)
    engine = Engine(context.assignment, judge, runner)
    for authored in context.authored.values():
        engine.check(authored_alone(authored))
    return engine


def _end_with_parent() -> None:
    """End this process when the one that asked for it ends, however that does.

    An executor's worker waits on a queue that it could write to itself, so it would wait for
    ever. A thread may end the process here: it holds nothing that outlives it.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
