"""The author's cells, as the gradebook recorded them and as students received them."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from autograder.notebook import Notebook, new_cell, new_notebook

__all__ = ["AuthoredCell", "AuthoredNotebook", "GivenCell", "authored_alone", "checksum", "made"]

_SCHEMA_VERSION = 3
"""Of nbgrader's metadata, since nbgrader 0.6."""
_HIDDEN = re.compile(r"^.*BEGIN HIDDEN TESTS.*$[\s\S]*?(?:^.*END HIDDEN TESTS.*(?:\n|\Z)|\Z)", re.M)
"""A region that nbgrader takes out of a release, by its default markers."""


class AuthoredCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell as its author made it; `points` is None where it has none."""

    name: str
    cell_type: str
    source: str
    locked: bool
    checksum: str
    points: float | None = None
    solution: bool = False
    task: bool = False

    @property
    def grade(self) -> bool:
        """Whether it is a graded cell. A task cell has points and is none, in nbgrader's terms."""
        return self.points is not None and not self.task

    @property
    def is_an_answer(self) -> bool:
        """A student's code: where it was deleted, there is nothing to put back."""
        return self.solution and not self.grade

    def metadata(self) -> dict[str, Any]:
        """nbgrader's metadata of the cell."""
        plain: dict[str, Any] = {
            "grade_id": self.name,
            "grade": self.grade,
            "solution": self.solution,
            "task": self.task,
            "locked": self.locked,
            "schema_version": _SCHEMA_VERSION,
            "cell_type": self.cell_type,
            "checksum": self.checksum,
        }
        return plain if self.points is None else {**plain, "points": self.points}


class GivenCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell as students received it.

    `name` is its grade_id, empty for the lesson's text and code between the author's cells;
    `identity` its cell id, empty where the file had none.
    """

    name: str = ""
    identity: str = ""
    cell_type: str = "code"
    source: str = ""


class AuthoredNotebook(msgspec.Struct, frozen=True, kw_only=True):
    """The author's cells of one notebook, in their order, and its kernelspec.

    `given` is the whole notebook that was given out, if it is known: what helps to find cells
    whose metadata is lost.
    """

    name: str
    cells: tuple[AuthoredCell, ...]
    kernelspec: Mapping[str, Any] | None = None
    given: tuple[GivenCell, ...] = ()

    @property
    def language(self) -> str:
        """The language of the notebook; Python where its kernelspec names none.

        The student's file is not asked: its metadata would decide where its code runs.
        """
        return str((self.kernelspec or {}).get("language") or "python").lower()

    def received_as(self, given: Iterable[GivenCell]) -> "AuthoredNotebook":
        """With what students received, and the author's cells in its order.

        Unchanged where `given` doesn't have the same author's cells: it is another release then.
        """
        whole = tuple(given)
        places = {cell.name: place for place, cell in enumerate(whole) if cell.name}
        if places.keys() != {cell.name for cell in self.cells}:
            return self
        ordered = sorted(self.cells, key=lambda cell: places[cell.name])
        return msgspec.structs.replace(self, cells=tuple(ordered), given=whole)

    def as_given(self) -> tuple[GivenCell, ...]:
        """What students received; of the author's cells alone, where no more is known."""
        return self.given or tuple(
            GivenCell(
                name=cell.name,
                cell_type=cell.cell_type,
                source=_HIDDEN.sub("", cell.source).rstrip("\n"),
            )
            for cell in self.cells
        )


def authored_alone(authored: AuthoredNotebook) -> Notebook:
    """A notebook of the author's cells and no others: what every restored submission holds."""
    return new_notebook(made(cell, f"cell-{i}") for i, cell in enumerate(authored.cells))


def checksum(cell: Notebook) -> str:
    """nbgrader's checksum of a cell (`nbgrader.utils.compute_checksum`).

    Equal to the one in the cell's metadata, it says that the student left the cell as it was.
    """
    nbgrader = cell.metadata["nbgrader"]
    grade, solution = bool(nbgrader.get("grade")), bool(nbgrader.get("solution"))
    locked = not solution and (grade or bool(nbgrader.get("locked")))
    parts = [cell.source, cell.cell_type, str(grade), str(solution), str(locked)]
    parts.append(nbgrader["grade_id"])
    if grade:
        parts.append(str(float(nbgrader["points"])))
    return hashlib.md5("".join(parts).encode("utf-8"), usedforsecurity=False).hexdigest()


def made(author: AuthoredCell, identity: str) -> Notebook:
    """A new cell of the author's, with the cell id `identity`."""
    return new_cell(author.cell_type, author.source, identity, {"nbgrader": author.metadata()})
