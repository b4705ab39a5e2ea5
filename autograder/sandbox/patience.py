"""Waits for a student process longer where the machine had no time for it.

Limits on cells and calls are in wall time, which a sleeping process uses up as well as a busy
one. On a crowded machine a busy one may have had the processor for a part of it only: the
kernel counts how long each process stood in the queue (/proc/<pid>/schedstat, its second
number, in ns), and so much longer it may take, up to `_MOST` times its limit.
"""

import select
import socket
import time
from pathlib import Path

from autograder.sandbox.memory import tree
from autograder.wire import frames

__all__ = ["await_answer"]

_MOST = 10
_WORTH_IT = 0.1
"""Of the limit: a shorter stand in the queue is no reason to wait on."""


def await_answer(peer: socket.socket, seconds: float, pid: int, *, end: float) -> float:
    """Wait until something can be read from `peer`, which the processes below `pid` answer.

    Returns the `time.monotonic` instant by which all of it should be there. `end` is the instant
    after which nobody waits. Raises `frames.Deadline`.
    """
    started = time.monotonic()
    instant = started + seconds
    while not _readable(peer, min(instant, end)):
        elapsed = time.monotonic() - started
        queued = min(_queued_seconds(pid), elapsed)
        later = started + min(seconds + queued, seconds * _MOST)
        if later - instant < _WORTH_IT * seconds or time.monotonic() >= end:
            raise frames.Deadline("no answer in time")
        instant = later
    return max(min(instant, end), time.monotonic() + seconds)


def _readable(peer: socket.socket, instant: float) -> bool:
    poll = select.poll()
    poll.register(peer, select.POLLIN)
    return bool(poll.poll(max(0.0, instant - time.monotonic()) * 1000))


def _queued_seconds(pid: int) -> float:
    """How long the processes below `pid` were ready to run and did not, together."""
    return sum(map(_queued, tree(pid))) if pid else 0.0


def _queued(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):  # it has just ended, or the kernel does not count
        return 0.0
