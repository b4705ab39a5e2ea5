"""The floor: a warm process forks for each notebook, the fork runs the cells, and nothing else.

Run as `python -m benchmarks.floor NOTEBOOK...`; prints CPU and wall milliseconds a notebook.
"""

import os
import resource
import sys
import time
from pathlib import Path

from autograder.notebook import read
from autograder.sandbox import zygote

_WARM = 3


def main(paths: list[str]) -> None:
    """Fork for each notebook in turn; the first few are not counted."""
    shell = zygote._warm_shell()
    notebooks = [
        [cell.source for cell in read(Path(path)).cells if cell.cell_type == "code"]
        for path in paths
    ]
    for sources in notebooks[:_WARM]:
        _fork(shell, sources)
    cpu, wall = _cpu_seconds(), time.perf_counter()
    for sources in notebooks:
        _fork(shell, sources)
    count = len(notebooks) / 1000
    print(f"{(_cpu_seconds() - cpu) / count:.1f} {(time.perf_counter() - wall) / count:.1f}")


def _fork(shell: zygote.CellShell, sources: list[str]) -> None:
    child = os.fork()
    if child == 0:
        for source in sources:
            shell.run(source, 100_000)
        os._exit(0)
    os.waitpid(child, 0)


def _cpu_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


if __name__ == "__main__":
    main(sys.argv[1:])
