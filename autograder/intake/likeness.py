"""Whether a notebook of another name is one of the assignment's."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.errors import AuthoringError, SubmissionError
from autograder.intake.names import folded

__all__ = ["Released", "is_readable", "recognised", "released_notebooks"]

_ENOUGH_IDS = 0.5
_ENOUGH_LINES = 0.3
"""Of the author's lines; a lesson's text is most of a notebook, and editors keep it."""


@dataclass(frozen=True)
class Released:
    """A notebook as students received it."""

    name: str
    """Without `.ipynb`."""
    path: Path

    @property
    def folded(self) -> str:
        return folded(self.name)

    @cached_property
    def cells(self) -> "_Cells | None":
        """Its cells; None where it can't be read."""
        return _cells(self.path)


def released_notebooks(course: Path, assignment: str) -> list[Released]:
    """The assignment's notebooks in `release/`, or in `source/` where nothing is released.

    Raises `AuthoringError` where there are none.
    """
    for step in ("release", "source"):
        found = sorted((course / step / assignment).glob("*.ipynb"))
        if found:
            return [Released(path.stem, path) for path in found]
    raise AuthoringError(
        f"there is no notebook in release/{assignment} or source/{assignment} of "
        f"{course.resolve()}; run this in the course's folder, and name an assignment of it"
    )


def is_readable(content: Path) -> bool:
    """Whether the file is a notebook that grading can read."""
    from autograder.notebook import read

    try:
        read(content)
    except SubmissionError:
        return False
    return True


def recognised(content: Path, released: Sequence[Released]) -> tuple[str, str] | None:
    """Which released notebook the file is, and by what it was known; None for another one."""
    handed_in = _cells(content)
    if handed_in is None:
        return None
    for of, enough, how in (
        (_ids, _ENOUGH_IDS, "its cells' grade_ids"),
        (_lines, _ENOUGH_LINES, "its text"),
    ):
        had = of(handed_in)
        shares = [(_share(had, of(one.cells or [])), one.name) for one in released]
        best, name = max(shares, default=(0.0, ""))
        if best >= enough:
            return name, how
    return None


def _share(had: frozenset[str], asked: frozenset[str]) -> float:
    return len(had & asked) / len(asked) if asked else 0.0


_Cells = list[tuple[str, str]]
"""The grade_id and the source of each cell."""


def _cells(content: Path) -> _Cells | None:
    # nbformat takes seconds to import, and most downloads need none of this.
    from autograder.notebook import outline

    try:
        return outline(content)
    except SubmissionError:
        return None


def _ids(cells: _Cells) -> frozenset[str]:
    return frozenset(name for name, _ in cells) - {""}


def _lines(cells: _Cells) -> frozenset[str]:
    """The lines that say something, without their indentation."""
    lines = (line.strip() for _, source in cells for line in source.splitlines())
    return frozenset(line for line in lines if len(line) > 3)
