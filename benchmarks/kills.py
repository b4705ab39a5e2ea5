"""A run that is killed again and again: `python -m benchmarks.kills`.

A class is graded once undisturbed. The same class is graded once more while, at random
moments, the runner, a worker or the zygote gets a SIGKILL, or (as root) the course's disk
fills up; each time the same command goes on. In the end the marks have to be equal, and the
journal has to have one line for each submission.
"""

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.peers import Class, set_up

RESULTS = Path(__file__).parent / "results" / "kills.json"
BIN = Path(sys.executable).parent
GRADES = """
    SELECT student.id, base_cell.name, grade.auto_score, grade.needs_manual_grade
    FROM grade JOIN submitted_notebook ON grade.notebook_id = submitted_notebook.id
    JOIN submitted_assignment ON submitted_notebook.assignment_id = submitted_assignment.id
    JOIN student ON submitted_assignment.student_id = student.id
    JOIN base_cell ON grade.cell_id = base_cell.id ORDER BY 1, 2
"""
MOST_SECONDS = 900


def main() -> None:
    """Measure, print, write JSON; exits with 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    dice = random.Random(chosen.seed)
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name, _small_disk(Path(name) / "disk") as disk:
        quiet = _course(Path(name) / "quiet", chosen.submissions)
        started = time.perf_counter()
        _go(quiet).wait(MOST_SECONDS)
        undisturbed = time.perf_counter() - started
        course = _course((disk or Path(name)) / "killed", chosen.submissions)
        victims = ["runner", "worker", "zygote", *(["disk"] if disk else [])]
        done: Counter[str] = Counter()
        started = time.perf_counter()
        while sum(done.values()) < chosen.kills and not _finished(course):
            done[_disturb(course, disk, dice, dice.choice(victims), undisturbed)] += 1
        while (code := _go(course).wait(MOST_SECONDS)) not in (0, 1):
            print("the run that should end everything ended with", code)
        figures = {
            "submissions": chosen.submissions,
            "disturbances": dict(done),
            "undisturbed run, s": round(undisturbed, 1),
            "disturbed runs together, s": round(time.perf_counter() - started, 1),
            "marks are equal": _marks(quiet) == _marks(course),
            "submissions with one line in the journal": _once(course),
        }
    for what, value in figures.items():
        print(f"{what:45} {value}")
    RESULTS.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    whole = figures["submissions with one line in the journal"] == chosen.submissions
    raise SystemExit(0 if whole and figures["marks are equal"] else 1)


def _course(folder: Path, size: int) -> Class:
    return set_up(folder, size, ours=True, nbgrader=[str(BIN / "nbgrader")])


def _go(course: Class) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [BIN / "autograder", "grade", "attention"],
        cwd=course.folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _disturb(
    course: Class, disk: Path | None, dice: random.Random, victim: str, whole: float
) -> str:
    """Start or go on with a run, and disturb it at a random moment; returns what was hit."""
    process = _go(course)
    before, patience = _lines(course), time.monotonic() + 60
    if dice.random() < 0.7:  # mostly in the middle of grading, sometimes while it starts
        while _lines(course) == before and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.02)
    time.sleep(dice.random() * max(1.0, whole / 60))
    if victim == "disk" and disk is not None:
        _fill(disk)
        process.wait(MOST_SECONDS)
        (disk / "ballast").unlink()
        return victim
    hit = _pid(process.pid, victim)
    if hit:
        try:
            os.kill(hit, signal.SIGKILL)
        except ProcessLookupError:
            hit = None
    if victim != "runner":
        time.sleep(dice.random())
        process.kill()  # or this one run would go on to its end
    process.wait(MOST_SECONDS)
    return victim if hit else "runner"


def _pid(runner: int, victim: str) -> int | None:
    """The process to hit: the runner itself, a worker, or the outer end of the zygote."""
    if victim == "runner":
        return runner
    below = _descendants(runner)
    word = "forkserver" if victim == "worker" else "autograder.sandbox"
    parents = [pid for pid, line in below.items() if word in line]
    children = [child for parent in parents for child in _descendants(parent)]
    return children[0] if children else None


def _descendants(pid: int) -> dict[int, str]:
    found: dict[int, str] = {}
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return found
    for child in children:
        try:
            line = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        found |= {int(child): line, **_descendants(int(child))}
    return found


def _lines(course: Class) -> int:
    path = course.folder / ".autograder" / "attention.jsonl"
    return len(path.read_bytes().splitlines()) if path.exists() else 0


def _once(course: Class) -> int:
    """Submissions that the journal has exactly once."""
    path = course.folder / ".autograder" / "attention.jsonl"
    students: Counter[str] = Counter()
    for line in path.read_text().splitlines():
        try:
            students[json.loads(line)["student"]] += 1
        except ValueError:
            continue  # torn by a kill
    return sum(count == 1 for count in students.values())


def _finished(course: Class) -> bool:
    return _lines(course) >= len(course.students)


def _marks(course: Class) -> list[tuple[object, ...]]:
    with sqlite3.connect(course.folder / "gradebook.db") as gradebook:
        return gradebook.execute(GRADES).fetchall()


def _fill(disk: Path) -> None:
    with (disk / "ballast").open("wb", buffering=0) as ballast:
        try:
            while True:
                ballast.write(bytes(1 << 20))
        except OSError:
            return


@contextmanager
def _small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system in memory of its own, which can be filled; None where it can't be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


if __name__ == "__main__":
    main()
