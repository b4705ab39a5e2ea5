"""A class graded by us, by nbgrader and by Otter: `make bench`.

The same submissions, interleaved in one run: nbgrader one after another, nbgrader in two
processes by a pattern of students (the best that it offers), `otter run` for each file, and
`autograder grade`. Peers live in an environment of their own. Wall, CPU of the machine, which
should have nothing else to do, and the peak of the tree's memory (of pages shared by k processes
each counts 1/k); besides, the floor: a fork that runs the cells and nothing else. Ratios within
one run are what counts.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from benchmarks.peers import Class, otter_zip, set_up

RESULTS = Path(__file__).parent / "results"
_LOOK_EVERY_SECONDS = 0.5


@dataclass(frozen=True)
class Run:
    """One grader on one class."""

    grader: str
    students: int
    wall_seconds: float
    cpu_seconds: float
    peak_mib: float


def main() -> None:
    """Measure, print a table, write JSON and a plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, default=Path(".venv-peers"), help="their environment")
    parser.add_argument("--sizes", type=int, nargs="+", default=[20, 100, 300])
    parser.add_argument("--rounds", type=int, default=1, help="of everything, one after another")
    parser.add_argument("--otter", type=int, default=12, help="files that Otter grades; 0: none")
    parser.add_argument("--ours-alone", type=int, nargs="*", default=[], help="larger classes")
    chosen = parser.parse_args()
    peers = chosen.peers.resolve() / "bin"
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(chosen.rounds):
            for size in chosen.sizes:
                runs += _class_of(folder, size, peers)
            if chosen.otter:
                runs.append(_otter(folder, chosen.otter, peers))
        runs += [_ours(folder, size) for size in chosen.ours_alone]
        floor = _floor(folder)
    _report(runs, floor)


def _class_of(folder: Path, size: int, peers: Path) -> list[Run]:
    """Ours, nbgrader's, and nbgrader's in two processes, on a class of `size`."""
    theirs = [str(peers / "nbgrader")]
    serial = _fresh(folder, size, ours=False, nbgrader=theirs)
    runs = [_ours(folder, size)]
    with _measured("nbgrader autograde", size, runs):
        _run([*theirs, "autograde", "attention"], serial.folder, peers)
    shutil.rmtree(serial.folder / "autograded")
    (serial.folder / "gradebook.db").unlink()
    _run([*theirs, "generate_assignment", "attention", "--force"], serial.folder, peers)
    with _measured("nbgrader autograde, two processes", size, runs):
        halves = ["s*[02468]", "s*[13579]"]
        _side_by_side(
            [[*theirs, "autograde", "attention", f"--student={half}"] for half in halves],
            serial.folder,
            peers,
        )
    return runs


def _ours(folder: Path, size: int) -> Run:
    here = Path(sys.executable).parent
    made = _fresh(folder, size, ours=True, nbgrader=[str(here / "nbgrader")])
    runs: list[Run] = []
    with _measured("autograder grade", size, runs):
        _run([str(here / "autograder"), "grade", "attention"], made.folder, here)
    return runs[0]


def _otter(folder: Path, files: int, peers: Path) -> Run:
    here = Path(sys.executable).parent
    made = _fresh(folder, files, ours=False, nbgrader=[str(here / "nbgrader")])
    packed = otter_zip(made.folder / "otter", [str(peers / "otter")])
    runs: list[Run] = []
    with _measured("otter run", files, runs):
        for student in made.students:
            out = made.folder / "results" / student
            out.mkdir(parents=True)
            command = [str(peers / "otter"), "run", "-a", packed, "-o", out, "--no-logo"]
            _run([*command, made.notebook(student)], made.folder, peers)
    return runs[0]


def _floor(folder: Path) -> float:
    """CPU milliseconds a notebook of forking and running the cells."""
    here = Path(sys.executable).parent
    made = _fresh(folder, 54, ours=False, nbgrader=[str(here / "nbgrader")])
    paths = [str(made.notebook(student)) for student in made.students]
    command = [sys.executable, "-m", "benchmarks.floor", *paths]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stdout.split()[-2])


def _fresh(folder: Path, size: int, *, ours: bool, nbgrader: list[str]) -> Class:
    place = Path(tempfile.mkdtemp(dir=folder))
    os.environ["PATH"] = f"{Path(nbgrader[0]).parent}{os.pathsep}{os.environ['PATH']}"
    return set_up(place, size, ours=ours, nbgrader=nbgrader)


def _run(command: Sequence[object], folder: Path, home: Path) -> None:
    _side_by_side([command], folder, home)


def _side_by_side(commands: Sequence[Sequence[object]], folder: Path, home: Path) -> None:
    """Run all at once to their ends; whatever they print is left aside."""
    env = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}
    started = [
        subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for command in commands
    ]
    for command, process in zip(commands, started, strict=True):
        _, said = process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"{command} ended with {process.returncode}:\n{said.decode()[-2000:]}")


@contextmanager
def _measured(grader: str, students: int, runs: list[Run]) -> Iterator[None]:
    """Measure what runs inside, with all its children."""
    peak, stop = [0.0], threading.Event()

    def look() -> None:
        while not stop.wait(_LOOK_EVERY_SECONDS):
            peak[0] = max(peak[0], _tree_mib(os.getpid()))

    watch = threading.Thread(target=look)
    watch.start()
    wall, cpu = time.perf_counter(), _machine_cpu()
    try:
        yield
    finally:
        wall, cpu = time.perf_counter() - wall, _machine_cpu() - cpu
        stop.set()
        watch.join()
    run = Run(grader, students, round(wall, 2), round(cpu, 2), round(peak[0]))
    runs.append(run)
    print(run, flush=True)


def _machine_cpu() -> float:
    """CPU seconds of the whole machine since it started.

    Not of the children: whose parents ended first, or did not wait for them, count with nobody.
    """
    line = Path("/proc/stat").read_text().split("\n", 1)[0].split()
    user, nice, system, _idle, _iowait, irq, softirq = map(int, line[1:8])
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def _tree_mib(pid: int) -> float:
    """Memory of the descendants of `pid`, shared pages by their share."""
    total = 0.0
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    for child in children:
        try:
            lines = Path(f"/proc/{child}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        total += _tree_mib(int(child))
    return total


def _report(runs: list[Run], floor: float) -> None:
    figures = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}",
        "python": platform.python_version(),
        "floor, CPU ms a submission": floor,
        "runs": [asdict(run) for run in runs],
        "marginal CPU ms a submission": _marginal(runs),
    }
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "grading.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(f"\n{'grader':36}{'students':>9}{'wall s':>9}{'CPU s':>9}{'peak MiB':>10}{'wall ×':>8}")
    for run in runs:
        ours = [r for r in runs if r.grader == "autograder grade" and r.students == run.students]
        wall = min((r.wall_seconds for r in ours), default=run.wall_seconds)
        print(
            f"{run.grader:36}{run.students:9}{run.wall_seconds:9.1f}{run.cpu_seconds:9.1f}"
            f"{run.peak_mib:10.0f}{run.wall_seconds / wall:8.1f}"
        )
    print(f"\nfloor: {floor} ms of CPU a submission; marginal CPU: {_marginal(runs)}")
    _plot(runs)


def _marginal(runs: list[Run]) -> dict[str, float]:
    """CPU ms of one submission more, between the smallest and the largest class of a grader."""
    found = {}
    for grader in dict.fromkeys(run.grader for run in runs):
        mine = sorted((r for r in runs if r.grader == grader), key=lambda r: r.students)
        few, many = mine[0], mine[-1]
        if few.students < many.students:
            more = many.students - few.students
            found[grader] = round(1000 * (many.cpu_seconds - few.cpu_seconds) / more, 1)
        else:
            found[grader] = round(1000 * few.cpu_seconds / few.students, 1)
    return found


def _plot(runs: list[Run]) -> None:
    figure, axes = plt.subplots(figsize=(7, 4.2), layout="constrained")
    for grader in dict.fromkeys(run.grader for run in runs):
        mine = sorted((r for r in runs if r.grader == grader), key=lambda r: r.students)
        axes.plot([r.students for r in mine], [r.wall_seconds for r in mine], "o-", label=grader)
    axes.set(xscale="log", yscale="log", xlabel="students", ylabel="wall seconds")
    axes.grid(which="both", alpha=0.25)
    axes.legend(frameon=False)
    axes.set_title("Grading a class of the attention lesson on 2 cores")
    figure.savefig(RESULTS / "grading.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
