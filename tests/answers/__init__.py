"""Answers as students could have written them: `<assignment>/<task>/<right|wrong>/<name>.py`.

A file is code for one solution cell, `<task>-solution`, and is read as text, never imported.
Its first line says what the answer does; a wrong one's second line names its tier:

- core: the formula, the axes or the returned values are wrong;
- general: right for the lesson's sizes only;
- numeric: overflows or loses digits;
- contract: type, gradients, purity, state, dtype;
- cheat: aims at the grader.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast, get_args

__all__ = ["ASSIGNMENTS", "TASKS", "Answer", "Kind", "Tier", "answers"]

Kind = Literal["right", "wrong"]
Tier = Literal["core", "general", "numeric", "contract", "cheat"]

TASKS = (
    "projection",
    "one-row",
    "attention",
    "separate-projections",
    "changed-values",
    "exercise-1",
    "exercise-2",
)

ASSIGNMENTS = {
    "attention": TASKS,
    "softmax": ("softmax", "temperature", "surprise", "next-word", "exercise"),
}
"""The assignments of this repository, with their tasks in the notebook's order."""


@dataclass(frozen=True)
class Answer:
    """Code for one solution cell, with what is known about it."""

    name: str
    task: str
    kind: Kind
    tier: Tier | None
    what: str
    code: str

    def __str__(self) -> str:
        return f"{self.task}/{self.kind}/{self.name}"


def answers(task: str, kind: Kind, assignment: str = "attention") -> list[Answer]:
    """All answers to a task of an assignment, in the order of their names."""
    folder = Path(__file__).parent / assignment / task / kind
    if not folder.is_dir():
        tasks = ", ".join(ASSIGNMENTS.get(assignment, ()))
        raise ValueError(f"no {kind} answers to {task!r}: the tasks are {tasks}")
    return [_read(path, task, kind) for path in sorted(folder.glob("*.py"))]


def _read(path: Path, task: str, kind: Kind) -> Answer:
    code = path.read_text(encoding="utf-8")
    first, second, *_ = [*code.splitlines(), "", ""]
    if not first.startswith("# ") or not first.endswith("."):
        raise ValueError(f"{path}: the first line should say what the answer does: '# ... .'")
    return Answer(
        name=path.stem,
        task=task,
        kind=kind,
        tier=_tier(second, path) if kind == "wrong" else None,
        what=first.removeprefix("# "),
        code=code,
    )


def _tier(line: str, path: Path) -> Tier:
    word = line.removeprefix("# tier: ")
    if word == line or word not in get_args(Tier):
        raise ValueError(f"{path}: line 2 should be '# tier: ' and one of {get_args(Tier)}")
    return cast(Tier, word)
