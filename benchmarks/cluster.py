"""A class graded by two processes and by two Dask workers: `python -m benchmarks.cluster`.

The same submissions in turns, two workers each time; then larger classes by the cluster alone,
with the coordinator's peak of memory, which must not grow with the class beyond what a report
takes. Dask's own LocalCluster is the cluster: a scheduler and two workers in processes.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from distributed import LocalCluster

from benchmarks.peers import set_up

RESULTS = Path(__file__).parent / "results" / "cluster.json"
BIN = Path(sys.executable).parent
_WORKERS = 2


@dataclass(frozen=True)
class Run:
    """One run of `autograder grade`; the peak is the command's own process alone."""

    where: str
    students: int
    wall_seconds: float
    coordinator_cpu_seconds: float
    coordinator_peak_mib: float


def main() -> None:
    """Measure, print, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--larger", type=int, nargs="*", default=[1000, 5000])
    chosen = parser.parse_args()
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(chosen.rounds):
            runs.append(_run(folder, chosen.students))
            with _cluster(folder) as cluster:
                runs.append(_run(folder, chosen.students, cluster.scheduler_address))
        for size in chosen.larger:
            with _cluster(folder) as cluster:
                runs.append(_run(folder, size, cluster.scheduler_address))
    local, dask = (
        statistics.median(
            r.wall_seconds for r in runs if r.where == where and r.students == chosen.students
        )
        for where in ("this machine", "two Dask workers")
    )
    figures = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}",
        "runs": [asdict(run) for run in runs],
        "wall, Dask's by the machine's own, medians": round(dask / local, 2),
    }
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"two Dask workers take {dask / local:.2f} times the wall time of two processes")


def _cluster(folder: Path) -> LocalCluster:
    return LocalCluster(
        n_workers=_WORKERS,
        threads_per_worker=1,
        dashboard_address=None,
        local_directory=str(folder / "dask"),
        memory_limit=0,
    )


def _run(folder: Path, size: int, scheduler: str = "") -> Run:
    place = Path(tempfile.mkdtemp(dir=folder))
    course = set_up(place, size, ours=True, nbgrader=[str(BIN / "nbgrader")])
    options = ["--scheduler", scheduler] if scheduler else ["--jobs", str(_WORKERS)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [BIN / "autograder", "grade", "attention", *options],
        cwd=course.folder,
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"a run ended with {os.waitstatus_to_exitcode(status)}")
    shutil.rmtree(place)
    run = Run(
        where="two Dask workers" if scheduler else "this machine",
        students=size,
        wall_seconds=round(wall, 2),
        coordinator_cpu_seconds=round(usage.ru_utime + usage.ru_stime, 2),
        coordinator_peak_mib=round(usage.ru_maxrss / 1024),
    )
    print(run, flush=True)
    return run


if __name__ == "__main__":
    main()
