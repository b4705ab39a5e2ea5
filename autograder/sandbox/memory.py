"""Bounds the memory of a process tree from outside.

RLIMIT_AS bounds one process, and 64 of them are allowed. Where no cgroup can be made, the sum
over the tree has to be looked at: a thread of the trusted process reads it from /proc at
intervals and kills the tree when it is over the limit. Pages that are shared with the zygote
(torch, above all) are not counted.
"""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["MemoryWatch", "private_bytes"]

_INTERVAL_SECONDS = 0.05
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


class MemoryWatch:
    """Watches the tree below `pid` until `stop`; calls `kill` once when it is over the limit."""

    def __init__(self, pid: int, limit_mib: int, kill: Callable[[], None]) -> None:
        self.exceeded = False
        self.sentence = f"it used more than {limit_mib} MiB of memory, and was stopped"
        self._pid = pid
        self._limit_bytes = limit_mib << 20
        self._kill = kill
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no longer; returns when the thread has ended."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(_INTERVAL_SECONDS):
            # The first sum is cheap and counts what the zygote shares; the second is exact.
            if (
                anonymous_bytes(self._pid) > self._limit_bytes
                and private_bytes(self._pid) > self._limit_bytes
            ):
                self.exceeded = True
                self._kill()
                return


def anonymous_bytes(pid: int) -> int:
    """Anonymous memory of `pid` and its descendants; pages that they share count for each."""
    return sum(_anonymous(current) for current in _tree(pid))


def private_bytes(pid: int) -> int:
    """Memory that `pid` and its descendants would free if they ended.

    A page that one of them shares with the zygote or with another of them is not counted.
    """
    return sum(_private(current) for current in _tree(pid))


def _tree(pid: int) -> Iterator[int]:
    waiting = [pid]
    while waiting:
        current = waiting.pop()
        yield current
        with contextlib.suppress(OSError):  # it has just ended
            children = Path(f"/proc/{current}/task/{current}/children").read_text()
            waiting += [int(child) for child in children.split()]


def _anonymous(pid: int) -> int:
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(resident) - int(shared)) * _PAGE_BYTES


def _private(pid: int) -> int:
    kinds = ("Private_Dirty:", "Private_Clean:", "Swap:")
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in rollup.splitlines() if line.startswith(kinds))
