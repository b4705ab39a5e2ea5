"""Writes notebooks, finds an assignment's source, and runs it up to a cell."""

from pathlib import Path
from typing import Any

from autograder.errors import AuthoringError
from autograder.notebook.cells import Notebook, grade_id, nbformat
from autograder.notebook.reading import read

__all__ = ["find_source", "namespace_at", "to_text", "write"]


def write(notebook: Notebook, path: Path) -> None:
    """Write the notebook as nbformat formats it."""
    nbformat.write(notebook, str(path))


def to_text(notebook: Notebook) -> str:
    """The text of the notebook's file, as nbconvert writes it."""
    text: str = nbformat.writes(notebook)
    return text if text.endswith("\n") else f"{text}\n"


def find_source(start: Path, assignment: str) -> Path:
    """The source notebook of an assignment, in `start` or the nearest folder above it.

    Raises `AuthoringError` where there is none.
    """
    for folder in (start, *start.parents):
        found = folder / "source" / assignment / f"{assignment}.ipynb"
        if found.is_file():
            return found
    raise AuthoringError(
        f"there is no source/{assignment}/{assignment}.ipynb in {start} or above it; "
        "run this in the course's folder"
    )


def namespace_at(path: Path, stop: str) -> dict[str, Any]:
    """The names that a trusted notebook defines before the graded cell `stop` runs."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for cell in read(path).cells:
        if grade_id(cell) == stop:
            return namespace
        if cell.cell_type == "code":
            exec(compile(cell.source, f"{path.name}:{cell.get('id', '')}", "exec"), namespace)
    raise AuthoringError(f"{path} has no cell with the grade_id {stop}; a case names it")
