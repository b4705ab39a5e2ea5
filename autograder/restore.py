"""Puts the author's cells back into a submission: pure functions on notebooks.

Students delete cells, copy them with their metadata, change their type, and open notebooks in
editors that drop keys. `restore` makes each of the author's cells what the author made it, and
puts back those that are missing; what a student may write in keeps the student's text.

This is what nbgrader's DeduplicateIds, OverwriteKernelspec and OverwriteCells are for. They
give up a whole submission for a missing key or an edited flag, and leave a deleted test out.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from autograder.notebook import Notebook, NotebookNode, grade_id, new_cell, new_notebook

__all__ = ["AuthoredCell", "AuthoredNotebook", "authored_alone", "checksum", "restore"]

_SCHEMA_VERSION = 3
"""Of nbgrader's metadata, since nbgrader 0.6."""


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


class AuthoredNotebook(msgspec.Struct, frozen=True, kw_only=True):
    """The author's cells of one notebook, in their order, and its kernelspec."""

    name: str
    cells: tuple[AuthoredCell, ...]
    kernelspec: Mapping[str, Any] | None = None

    @property
    def language(self) -> str:
        """The language of the notebook; Python where its kernelspec names none.

        The student's file is not asked: its metadata would decide where its code runs.
        """
        return str((self.kernelspec or {}).get("language") or "python").lower()


def restore(notebook: Notebook, authored: AuthoredNotebook) -> None:
    """Change `notebook` so that each of the author's cells is in it once; an answer may be missing.

    Of several cells with one grade_id the last counts, as nbgrader has it; the others become
    ordinary cells.
    """
    if authored.kernelspec:
        notebook.metadata["kernelspec"] = dict(authored.kernelspec)
    by_name = {cell.name: cell for cell in authored.cells}
    seen: set[str] = set()
    for position in range(len(notebook.cells) - 1, -1, -1):
        cell = notebook.cells[position]
        name = grade_id(cell)
        if name in by_name and name not in seen:
            seen.add(name)
            notebook.cells[position] = _as_authored(cell, by_name[name])
        else:
            cell.metadata.pop("nbgrader", None)
    _add_missing(notebook, authored)


def authored_alone(authored: AuthoredNotebook) -> Notebook:
    """A notebook of the author's cells and no others: what every restored submission holds."""
    return new_notebook(_new(cell, f"cell-{i}") for i, cell in enumerate(authored.cells))


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


def _as_authored(cell: Notebook, author: AuthoredCell) -> Notebook:
    """The cell with the author's type and metadata and, where it is locked, text."""
    if cell.cell_type != author.cell_type:
        cell = new_cell(author.cell_type, cell.source, cell["id"], cell.metadata)
    cell.metadata["nbgrader"] = NotebookNode(author.metadata())
    if author.locked and checksum(cell) != author.checksum:
        cell.source = author.source
    return cell


def _add_missing(notebook: Notebook, authored: AuthoredNotebook) -> None:
    """Add each missing cell after the author's cell that stood before it and is there."""
    taken = {cell["id"] for cell in notebook.cells}
    place = 0
    for author in authored.cells:
        there = next((i for i, c in enumerate(notebook.cells) if grade_id(c) == author.name), None)
        if there is not None:
            place = there + 1
        elif not author.is_an_answer:
            identity = f"restored-{place}"
            while identity in taken:
                identity += "-again"
            taken.add(identity)
            notebook.cells.insert(place, _new(author, identity))
            place += 1


def _new(author: AuthoredCell, identity: str) -> Notebook:
    return new_cell(author.cell_type, author.source, identity, {"nbgrader": author.metadata()})
