"""`autograder verify` in a course folder: runs it, shows it, writes it."""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from autograder.authoring.findings import Verification
from autograder.authoring.page import as_page
from autograder.authoring.terminal import print_matrix, print_verification
from autograder.authoring.verifying import Options, assignments, verify
from autograder.errors import AuthoringError

__all__ = ["Wanted", "verify_all"]

_MOST_WORKERS = 4
"""Each holds torch, a judge and a zygote: about 1 GB."""
_STDOUT = Path("-")


@dataclass(frozen=True)
class Wanted:
    """What to show besides the summary, and the files to write."""

    matrix: bool = False
    html: Path | None = None
    json: Path | None = None


def verify_all(course: Path, assignment: str, options: Options, wanted: Wanted) -> bool:
    """Verify one assignment, or all in the course; whether all is well.

    Raises `AuthoringError` and `SandboxError` as verifying does.
    """
    names = [assignment] if assignment else assignments(course)
    if len(names) > 1 and (options.answers or wanted.html or wanted.json):
        raise AuthoringError(
            f"there are {len(names)} assignments ({', '.join(names)}), and --html, --json and "
            "--answers are for one; name it"
        )
    if not options.workers:
        options = replace(options, workers=min(_MOST_WORKERS, len(os.sched_getaffinity(0))))
    # JSON on stdout is for a program, and people read the rest on stderr then.
    console = Console(stderr=wanted.json == _STDOUT, highlight=False)
    every = []
    for number, name in enumerate(names):
        if number:
            console.print()
        found = _with_progress(course, name, options)
        every.append(found)
        print_verification(found, console)
        if wanted.matrix:
            print_matrix(found, console)
        _write(found, wanted)
    return all(found.good for found in every)


def _with_progress(course: Path, name: str, options: Options) -> Verification:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        bar = progress.add_task(f"verifying {name}", total=None, visible=console.is_terminal)

        def step(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        return verify(course, name, options, step)


def _write(found: Verification, wanted: Wanted) -> None:
    if wanted.html is not None:
        wanted.html.write_text(as_page(found), encoding="utf-8")
    if wanted.json is not None:
        text = json.dumps(found.to_dict(), indent=1, ensure_ascii=False)
        if wanted.json == _STDOUT:
            print(text)
        else:
            wanted.json.write_text(text + "\n", encoding="utf-8")
