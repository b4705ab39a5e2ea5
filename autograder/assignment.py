"""An assignment: its graded cells, what they are worth and how they are judged."""

from collections.abc import Collection
from dataclasses import dataclass

from autograder.errors import AuthoringError
from autograder.notebook import Notebook, grade_id, is_graded, is_manual, max_points
from autograder.verdict import Judged

__all__ = ["HIDDEN_CASES", "Task", "hidden_cases", "tasks_of"]

HIDDEN_CASES = "# hidden cases:"
"""In a graded cell's hidden region: this, then the cell's grade_id."""


@dataclass(frozen=True)
class Task:
    """A graded cell: its position among the notebook's cells, its points, its judge."""

    grade_id: str
    position: int
    max_points: float
    judged: Judged


def hidden_cases(source: str) -> list[str]:
    """The grade_ids whose hidden cases a cell's source names."""
    return [
        line.strip().removeprefix(HIDDEN_CASES).strip()
        for line in source.splitlines()
        if line.strip().startswith(HIDDEN_CASES)
    ]


def tasks_of(notebook: Notebook, cases: Collection[str]) -> list[Task]:
    """The graded cells of a notebook whose author's cells have been put back.

    `cases` holds the grade_ids for which hidden cases were collected. Raises `AuthoringError`
    where a cell names cases that are not there: it would be judged by nothing.
    """
    tasks: dict[str, Task] = {}
    for position, cell in enumerate(notebook.cells):
        name = grade_id(cell)
        if not is_graded(cell) or not name or name in tasks:
            continue
        # A cell that is graded by hand holds the student's text, which names nothing.
        named_here = [] if is_manual(cell) else hidden_cases(cell.source)
        missing = [named for named in named_here if named not in cases]
        if missing:
            raise AuthoringError(
                f"the cell {name} names the hidden cases {', '.join(missing)}, and there are "
                "none; write them, or mend the name"
            )
        if is_manual(cell):
            judged = Judged.BY_HAND
        else:
            judged = Judged.OUTSIDE if name in cases else Judged.INSIDE
        tasks[name] = Task(name, position, max_points(cell), judged)
    return list(tasks.values())
