"""Puts the author's cells back into a submission before nbgrader looks at them.

Students delete cells, copy them with their metadata, and open notebooks in editors that drop
keys. nbgrader gives up a whole submission for most of that: a copied cell, a missing key or an
edited flag raises in one of its preprocessors. `RestoreCells` runs before them and makes every
cell's metadata the author's, as the gradebook has it; nbgrader's OverwriteCells then puts the
author's text into the locked ones.
"""

from dataclasses import dataclass
from typing import Any

import nbformat
from nbgrader.api import Gradebook
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.notebook import Notebook, grade_id

__all__ = ["RestoreCells"]

_SCHEMA_VERSION = 3


@dataclass(frozen=True)
class _Authored:
    """A cell as its author made it."""

    cell_type: str
    source: str
    metadata: dict[str, Any]

    @property
    def is_an_answer(self) -> bool:
        """A student's code: where it was deleted, there is nothing to put back."""
        return bool(self.metadata["solution"]) and not self.metadata["grade"]


class RestoreCells(NbGraderPreprocessor):
    """Gives the author's cells their metadata, and adds those that are missing."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook with each of the author's cells in it once; an answer may be missing.

        Of several cells with one grade_id the last counts, as nbgrader has it.
        """
        names = resources["nbgrader"]
        authored = _authored(names["db_url"], names["notebook"], names["assignment"])
        seen: set[str] = set()
        for cell in reversed(nb.cells):
            name = grade_id(cell)
            if name in authored and name not in seen:
                seen.add(name)
                cell.metadata["nbgrader"] = nbformat.from_dict(authored[name].metadata)
            else:
                cell.metadata.pop("nbgrader", None)
        _add_missing(nb, authored)
        return nb, resources


def _authored(db_url: str, notebook: str, assignment: str) -> dict[str, _Authored]:
    """The author's cells by grade_id, in their order."""
    with Gradebook(db_url) as gradebook:
        found = gradebook.find_notebook(notebook, assignment)
        points = {cell.name: cell.max_score for cell in found.grade_cells}
        task_points = {cell.name: cell.max_score for cell in found.task_cells}
        solutions = {cell.name for cell in found.solution_cells}
        return {
            cell.name: _Authored(
                cell.cell_type,
                cell.source,
                {
                    "grade_id": cell.name,
                    "grade": cell.name in points,
                    "solution": cell.name in solutions,
                    "task": cell.name in task_points,
                    "locked": cell.locked,
                    "schema_version": _SCHEMA_VERSION,
                    "cell_type": cell.cell_type,
                    "checksum": cell.checksum,
                    **_points((points | task_points).get(cell.name)),
                },
            )
            for cell in found.source_cells
        }


def _points(points: float | None) -> dict[str, float]:
    return {} if points is None else {"points": points}


def _add_missing(nb: Notebook, authored: dict[str, _Authored]) -> None:
    """Add each missing cell after the author's cell that stood before it and is there."""
    place = 0
    for name, author in authored.items():
        there = next((i for i, cell in enumerate(nb.cells) if grade_id(cell) == name), None)
        if there is not None:
            place = there + 1
        elif not author.is_an_answer:
            new = nbformat.v4.new_code_cell
            if author.cell_type == "markdown":
                new = nbformat.v4.new_markdown_cell
            metadata = {"nbgrader": author.metadata}
            nb.cells.insert(place, new(author.source, id=f"restored-{place}", metadata=metadata))
            place += 1
