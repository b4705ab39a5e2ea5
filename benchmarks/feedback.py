"""What a class gets back, by us and by nbgrader, and the exports: `make bench-feedback`.

One class, graded by us, in one run: our pages, nbgrader's own (its exporter and template, by the
same gradebook), and our pages once more, so that what else the machine does shows. Wall and CPU
seconds of the whole command. nbgrader's are made for `--nbgrader` students and reckoned up.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers import set_up

RESULT = Path(__file__).parent / "results" / "feedback.json"
HERE = Path(sys.executable).parent
OWN_PAGES = "del c.GenerateFeedback.exporter_class, c.GenerateFeedback.preprocessors\n"
"""In nbgrader_config.py: nbgrader's pages in place of ours."""


def main() -> None:
    """Measure, print, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--nbgrader", type=int, default=300, help="students that nbgrader does")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = measured(Path(name) / "course", chosen.students, chosen.nbgrader)
    RESULT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


def measured(folder: Path, students: int, by_nbgrader: int) -> dict[str, object]:
    """Everything, in the order in which it is done."""
    made = set_up(folder, students, ours=True, nbgrader=[str(HERE / "nbgrader")])
    _seconds(folder, "autograder", "grade", "attention")
    ours = [_pages(folder)]
    sizes = [page.stat().st_size for page in folder.glob("feedback/*/*/*.html")]
    with (folder / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(OWN_PAGES)
    shutil.rmtree(folder / "feedback")
    aside = folder / "aside"
    aside.mkdir()
    for student in made.students[by_nbgrader:]:
        (folder / "autograded" / student).rename(aside / student)
    wall, cpu = _seconds(folder, "nbgrader", "generate_feedback", "attention")
    factor = students / by_nbgrader
    for student in made.students[by_nbgrader:]:
        (aside / student).rename(folder / "autograded" / student)
    ours.append(_pages(folder))
    again = _seconds(folder, "autograder", "feedback", "attention")[0]
    exports = {
        to: round(_seconds(folder, "autograder", "export", "attention", "--to", to)[0], 2)
        for to in ("csv", "json", "junit", "canvas", "gradescope", "prairielearn")
    }
    slowest = max(one[0] for one in ours)
    return {
        "students": students,
        "processors": os.cpu_count(),
        "ours_wall_seconds": [round(one[0], 2) for one in ours],
        "ours_cpu_seconds": [round(one[1], 2) for one in ours],
        "ours_up_to_date_wall_seconds": round(again, 2),
        "nbgrader_wall_seconds": round(wall * factor, 1),
        "nbgrader_cpu_seconds": round(cpu * factor, 1),
        "nbgrader_made": by_nbgrader,
        "times_as_fast": round(wall * factor / slowest, 1),
        "largest_page_bytes": max(sizes),
        "export_wall_seconds": exports,
    }


def _pages(folder: Path) -> tuple[float, float]:
    """Our pages for everyone, from nothing."""
    shutil.rmtree(folder / "feedback", ignore_errors=True)
    return _seconds(folder, "autograder", "feedback", "attention")


def _seconds(folder: Path, *command: str) -> tuple[float, float]:
    """Wall and CPU seconds of a command, with the processes that it starts."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = _run(folder, command)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:  # 1: someone has no mark
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(folder: Path, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [HERE / command[0], *command[1:]],
        cwd=folder,
        env={**os.environ, "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    main()
