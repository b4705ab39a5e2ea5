"""Bounds the memory of a process tree from outside.

RLIMIT_AS bounds one process, and 64 of them are allowed. Where no cgroup can be made, the sum
over the tree has to be looked at: a thread of the trusted process reads it from /proc at
intervals and kills the tree when it is over the limit. Of pages that are shared with the
zygote (torch's, above all) each process counts its share.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["MemoryWatch", "private_bytes", "tree"]

_INTERVAL_SECONDS = 0.05


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
    """Memory of `pid` and its descendants that no file holds; shared pages count for each."""
    return sum(_anonymous(current) for current in tree(pid))


def private_bytes(pid: int) -> int:
    """Memory of `pid` and its descendants that no file holds; of shared pages, their share.

    A page that k processes share counts 1/k in each of them, the zygote included.
    """
    return sum(_proportional(current) for current in tree(pid))


def tree(pid: int) -> Iterator[int]:
    """`pid` and its descendants of this moment."""
    waiting = [pid]
    while waiting:
        current = waiting.pop()
        yield current
        with contextlib.suppress(OSError):  # it has just ended
            for thread in Path(f"/proc/{current}/task").iterdir():
                waiting += [int(child) for child in (thread / "children").read_text().split()]


def _anonymous(pid: int) -> int:
    return _sum(f"/proc/{pid}/status", ("RssAnon:", "RssShmem:", "VmSwap:"))


def _proportional(pid: int) -> int:
    try:
        return _sum(f"/proc/{pid}/smaps_rollup", ("Pss_Anon:", "Pss_Shmem:", "SwapPss:"))
    except PermissionError:  # it has made itself unreadable, and then all of it counts
        return _anonymous(pid)


def _sum(path: str, fields: tuple[str, ...]) -> int:
    """The sum of some fields of a file in /proc, in bytes; 0 for a process that has ended."""
    try:
        lines = Path(path).read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(fields))
