"""Right and wrong answers that an author keeps: `<answers>/<task>/<right|wrong>/<name>.py`.

A file is code for the solution cell `<task>-solution`, or for the cell `<task>` itself. It is read
as text and runs only where student code runs.
"""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.findings import Finding, Kind

__all__ = ["Answer", "read_answers"]

_KINDS = {"right": Kind.RIGHT, "wrong": Kind.WRONG}


@dataclass(frozen=True)
class Answer:
    """Code for the solution cell `cell`; `name` is its path below the answers."""

    kind: Kind
    name: str
    cell: str
    code: str


def read_answers(folder: Path, cells: Collection[str]) -> tuple[list[Answer], list[Finding]]:
    """The answers in `folder` to the solution cells `cells`, and what can't be used."""
    answers: list[Answer] = []
    found: list[Finding] = []
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if path.name == "__init__.py":
            continue
        task, *kind = name.parts[:-1] or ("",)
        cell = next((one for one in (f"{task}-solution", task) if one in cells), "")
        if not cell or len(kind) != 1 or kind[0] not in _KINDS:
            found.append(_misplaced(path, task, cell, cells))
            continue
        try:
            code = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            found.append(Finding("answer", str(path), "it is not UTF-8", "save it as UTF-8"))
            continue
        answers.append(Answer(_KINDS[kind[0]], f"{task}/{path.stem}", cell, code))
    return answers, found


def _misplaced(path: Path, task: str, cell: str, cells: Collection[str]) -> Finding:
    if cell:
        what = "an answer lies in the folder right/ or wrong/ of its task, and this one does not"
        return Finding("answer", str(path), what, "move it there")
    tasks = ", ".join(one.removesuffix("-solution") for one in cells)
    what = f"there is no solution cell {task}-solution; the tasks are {tasks}"
    return Finding("answer", str(path), what, "rename the folder to its task")
