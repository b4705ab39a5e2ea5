"""Bounds the memory of a process tree from outside.

RLIMIT_AS bounds one process, and 64 of them are allowed. Where no cgroup can be made, the sum
over the tree has to be looked at: a thread of the trusted process reads it from /proc at
intervals and kills the tree when it is over the limit. Shared pages (torch, from the zygote)
are not counted; a page that only this tree has is.
"""

import threading
from collections.abc import Callable
from pathlib import Path

__all__ = ["MemoryWatch", "private_bytes"]

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
            if private_bytes(self._pid) > self._limit_bytes:
                self.exceeded = True
                self._kill()
                return


def private_bytes(pid: int) -> int:
    """Bytes in memory of `pid` and its descendants that they do not share with a file.

    Pages shared between parent and child after a fork are counted once for each, unless the
    process has dropped most of them: this errs on the side of the limit only for trees that
    share much of what they wrote themselves.
    """
    total = 0
    waiting = [pid]
    while waiting:
        current = waiting.pop()
        folder = Path(f"/proc/{current}")
        try:
            rollup = (folder / "smaps_rollup").read_text()
            children = (folder / "task" / str(current) / "children").read_text()
        except OSError:  # it has just ended
            continue
        for line in rollup.splitlines():
            if line.startswith(("Private_Dirty:", "Private_Clean:", "Swap:")):
                total += int(line.split()[1]) << 10
        waiting += [int(child) for child in children.split()]
    return total
