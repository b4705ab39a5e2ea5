"""What a confined submission costs: `make bench-sandbox`. Ratios within one run are what counts.

Compared are a cold import of torch, a request until the first line of student code has run in
a confined process, nbgrader's stock autograde of the same notebook, and ours. Then many
submissions in a row, with the memory and descriptors of the zygote and of this process.
"""

import argparse
import copy
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import autograder
from autograder.grading.engine import Engine
from autograder.judge.run import Judge
from autograder.notebook import read
from autograder.sandbox.host import Sandbox
from autograder.wire.messages import Cell

REPOSITORY = Path(__file__).parents[1]
SOURCE = REPOSITORY / "source" / "attention" / "attention.ipynb"
CASES = Path(autograder.__file__).parent / "cases" / "attention"
RESULTS = Path(__file__).parent / "results" / "sandbox.json"
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=1000, help="in a row")
    chosen = parser.parse_args()
    figures: dict[str, object] = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Linux {platform.release()}",
        "python": platform.python_version(),
    }
    cold = statistics.median(_seconds([sys.executable, "-c", "import torch"]) for _ in range(5))
    figures["cold import of torch, s"] = round(cold, 3)
    with Sandbox() as sandbox:
        sandbox.run([Cell("1")], lambda index, channel: None)
        first_line = statistics.median(_first_line_seconds(sandbox) for _ in range(200))
        figures["tier"] = sandbox.confinement
    figures["request to first line, ms"] = round(first_line * 1000, 1)
    figures["cold import : first line"] = round(cold / first_line, 1)
    stock = _stock_cpu_seconds()
    figures["nbgrader autograde, stock, CPU s a submission"] = round(stock, 3)
    figures |= _in_a_row(chosen.submissions)
    ours = figures["ours, CPU s a submission"]
    assert isinstance(ours, float)
    figures["nbgrader's CPU : ours"] = round(stock / ours, 1)
    for name, value in figures.items():
        print(f"{name:50} {value}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def _seconds(command: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - started


def _first_line_seconds(sandbox: Sandbox) -> float:
    """From the request for a process to the answer that its first cell has run."""
    reached: list[float] = []
    cells = [Cell("pass", graded=True)]
    started = time.perf_counter()
    sandbox.run(cells, lambda index, channel: reached.append(time.perf_counter()))
    return reached[0] - started


def _stock_cpu_seconds() -> float:
    """CPU of nbgrader's own autograde for one submission more: four against one."""
    with tempfile.TemporaryDirectory() as name:
        course = Path(name)
        (course / "source").mkdir()
        shutil.copytree(SOURCE.parent, course / "source" / "attention")
        (course / "nbgrader_config.py").write_text("c = get_config()\n")
        _nbgrader(course, "generate_assignment", "attention")
        cpu = []
        for count in (1, 4):
            for number in range(count):
                folder = course / "submitted" / f"s{number}" / "attention"
                folder.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE, folder / "attention.ipynb")
            shutil.rmtree(course / "autograded", ignore_errors=True)
            cpu.append(_nbgrader(course, "autograde", "attention", "--force"))
    return (cpu[1] - cpu[0]) / 3


def _nbgrader(course: Path, *arguments: str) -> float:
    """Run nbgrader in the course; returns the CPU seconds that it and its kernels took."""
    here = Path(sys.executable).parent
    before = _children_cpu()
    subprocess.run(
        [here / "nbgrader", *arguments],
        cwd=course,
        env={**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}"},
        check=True,
        capture_output=True,
    )
    return _children_cpu() - before


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _in_a_row(count: int) -> dict[str, object]:
    """Grade the solution `count` times; CPU, private memory of a child, and what grows."""
    solution = read(SOURCE)
    private: list[int] = []
    points, seen = set(), []
    with Engine("attention", Judge(CASES), Sandbox()) as engine:

        def grade(number: int) -> None:
            report = engine.grade(copy.deepcopy(solution), f"s{number}")
            points.add(sum(task.points or 0 for task in report.tasks))

        for number in range(20):
            grade(number)
        judge = engine._judge
        ask = judge.judge

        def measured(grade_id: str, *arguments: object, **options: object) -> object:
            results = ask(grade_id, *arguments, **options)
            if grade_id == "exercise-2-test":
                private.append(private_bytes(_student_process()))
            return results

        judge.judge = measured  # type: ignore[assignment,method-assign]
        grade(20)
        judge.judge = ask  # type: ignore[method-assign]
        zygote = _zygote()
        cpu = time.process_time() + _tree_cpu(zygote)
        started = time.perf_counter()
        for number in range(count):
            grade(number)
            if number in (count // 10, count - 1):
                seen.append((_rss_mib(zygote), _rss_mib(os.getpid()), _descriptors()))
        wall = time.perf_counter() - started
        grade(count)  # the zygote collects the last child's account at the next request
        cpu = time.process_time() + _tree_cpu(zygote) - cpu
    early, late = seen
    return {
        "submissions in a row": count,
        "points given": sorted(points),
        "ours, CPU s a submission": round(cpu / (count + 1), 4),
        "ours, wall s a submission, one at a time": round(wall / count, 4),
        "private memory of a child, MiB": round(max(private) / 2**20, 1),
        "zygote MiB, at a tenth and at the end": [early[0], late[0]],
        "this process MiB, at a tenth and at the end": [early[1], late[1]],
        "this process's descriptors, at a tenth and at the end": [early[2], late[2]],
    }


def private_bytes(pid: int) -> int:
    """What a process has in memory that no other process, the zygote above all, shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    kinds = ("Private_Dirty:", "Private_Clean:")
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(kinds))


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _zygote() -> int:
    """The starter's child is the zygote."""
    (starter,) = _children(os.getpid())
    (zygote,) = _children(starter)
    return zygote


def _student_process() -> int:
    """The process that runs the cells: the child of the youngest pid 1."""
    return _children(_children(_zygote())[-1])[0]


def _tree_cpu(pid: int) -> float:
    """CPU seconds of a process and of all its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(ticks) for ticks in fields[11:15]) / TICKS


def _rss_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


if __name__ == "__main__":
    main()
