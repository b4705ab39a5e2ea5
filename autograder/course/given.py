"""What students were given: the released notebook, as far as it is still there."""

from functools import lru_cache
from pathlib import Path
from typing import Any

from autograder.errors import SubmissionError
from autograder.notebook import Notebook, grade_id, is_made_up, read
from autograder.restore import GivenCell

__all__ = ["given_cells", "given_out"]


def given_out(coursedir: Any, assignment: str, notebook: str) -> tuple[GivenCell, ...]:
    """The cells of the released notebook; none where it can't be read.

    `coursedir` is nbgrader's `CourseDirectory`. Grading goes without, and then finds less where a
    student's file has lost nbgrader's metadata.
    """
    folder = coursedir.format_path(coursedir.release_directory, ".", assignment)
    path = Path(folder) / f"{notebook}.ipynb"
    try:
        status = path.stat()
    except OSError:
        return ()
    return _read(path, status.st_mtime_ns, status.st_size)


def given_cells(notebook: Notebook) -> tuple[GivenCell, ...]:
    """The cells of a released notebook, as `restore` wants to know them."""
    return tuple(
        GivenCell(
            name=grade_id(cell),
            identity="" if is_made_up(cell["id"]) else cell["id"],
            cell_type=cell.cell_type,
            source=cell.source,
        )
        for cell in notebook.cells
    )


@lru_cache(maxsize=16)
def _read(path: Path, _changed_ns: int, _size: int) -> tuple[GivenCell, ...]:
    try:
        return given_cells(read(path))
    except SubmissionError:
        return ()
