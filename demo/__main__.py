"""`python -m demo`: a made-up class, released, handed in, graded and given feedback.

Everything happens in a course folder of its own, `demo-course/`, which is made anew each time.
What commands log goes to `demo-course/demo.log`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from autograder.grading.reports import load_reports
from demo.build import build_class

REPOSITORY = Path(__file__).parents[1]
ASSIGNMENT = "attention"
CONFIG = '''\
"""The demo's course: limits are short, since some of its students write endless loops."""

from autograder.course import configure

c = get_config()  # noqa: F821  (nbgrader defines it)
configure(c)

c.CourseDirectory.course_id = "demo"
c.SubmissionExporter.cell_seconds = 4
c.SubmissionExporter.call_seconds = 2
'''


def main(course: Path) -> int:
    """Run the demo in the folder `course`; returns an exit code."""
    console = Console()
    _make_course(course)
    log = course / "demo.log"
    with console.status("releasing the assignment"):
        for _ in _nbgrader(course, log, "generate_assignment", ASSIGNMENT):
            pass
    source = REPOSITORY / "source" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    release = course / "release" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    students = build_class(source, course, release=release)
    code = subprocess.run([_here() / "autograder", "grade", ASSIGNMENT], cwd=course).returncode
    if code > 1:  # 1 says that a submission is ungraded, which this class has on purpose
        return code
    console.print()
    with log.open("a", encoding="utf-8") as file:  # it says again who is ungraded
        subprocess.run([_here() / "autograder", "feedback", ASSIGNMENT], cwd=course, stderr=file)
    page = f"report/{ASSIGNMENT}.html"
    subprocess.run(
        [_here() / "autograder", "report", ASSIGNMENT, "--html", page],
        cwd=course,
        stdout=subprocess.DEVNULL,
    )
    reports = load_reports(course / "reports", ASSIGNMENT)
    _say_what_next(console, course)
    missing = set(students) - {report.student for report in reports}
    if missing:
        console.print(f"no report for {', '.join(sorted(missing))}; see {log}", style="red")
    return 1 if missing else 0


def _make_course(course: Path) -> None:
    if course.exists():
        shutil.rmtree(course)
    course.mkdir(parents=True)
    shutil.copytree(REPOSITORY / "source" / ASSIGNMENT, course / "source" / ASSIGNMENT)
    (course / "nbgrader_config.py").write_text(CONFIG, encoding="utf-8")


def _here() -> Path:
    """The folder of this environment's commands."""
    return Path(sys.executable).parent


def _nbgrader(course: Path, log: Path, *arguments: str) -> Iterator[str]:
    """Run `nbgrader` in the course and yield its lines as they come; exits where it fails."""
    here = _here()
    environment = {**os.environ, "PATH": f"{here}{os.pathsep}{os.environ.get('PATH', '')}"}
    process = subprocess.Popen(
        [here / "nbgrader", *arguments],
        cwd=course,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    lines = []
    with log.open("a", encoding="utf-8") as file:
        for line in process.stdout or ():
            file.write(line)
            lines.append(line)
            yield line
    if process.wait():
        sys.exit(f"nbgrader {arguments[0]} failed:\n{''.join(lines[-15:])}See {log}.")


def _say_what_next(console: Console, course: Path) -> None:
    folder = os.path.relpath(course)
    bin_folder = os.path.relpath(Path(sys.executable).parent, course)
    console.print(
        f"\n[bold]look[/]      {folder}/report/{ASSIGNMENT}.html   what the class got wrong\n"
        f"[bold]read[/]      {folder}/feedback/s1009/{ASSIGNMENT}/{ASSIGNMENT}.html"
        "   what a student reads\n"
        f"[bold]grade[/]     cd {folder} && PATH={bin_folder}:$PATH jupyter lab"
        "   then Nbgrader > Formgrader: written answers wait\n"
        f"[bold]numbers[/]   {folder}/reports/{ASSIGNMENT}/s1009.json"
        "   everything about one submission\n"
        f"[bold]log[/]       {folder}/demo.log",
        highlight=False,
        soft_wrap=True,
    )


if __name__ == "__main__":
    sys.exit(main(REPOSITORY / "demo-course"))
