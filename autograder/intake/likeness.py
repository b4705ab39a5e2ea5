"""Whether a notebook of another name is one of the assignment's."""

from collections.abc import Iterable, Sequence
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
        """Its grade_ids and lines."""
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
    ids, lines = handed_in
    best: tuple[float, str, str] | None = None
    for one in released:
        theirs = one.cells
        if theirs is None:
            continue
        for had, asked, enough, how in (
            (ids, theirs[0], _ENOUGH_IDS, "its cells' grade_ids"),
            (lines, theirs[1], _ENOUGH_LINES, "its text"),
        ):
            share = len(had & asked) / len(asked) if asked else 0.0
            if share >= enough and (best is None or share > best[0]):
                best = (share, one.name, how)
                break
    return (best[1], best[2]) if best else None


_Cells = tuple[frozenset[str], frozenset[str]]


def _cells(content: Path) -> _Cells | None:
    """The grade_ids and the lines of a notebook."""
    # nbformat takes seconds to import, and most downloads need none of this.
    from autograder.notebook import outline

    try:
        cells = outline(content)
    except SubmissionError:
        return None
    ids = frozenset(name for name, _ in cells) - {""}
    return ids, frozenset(_lines(source for _, source in cells))


def _lines(sources: Iterable[str]) -> Iterable[str]:
    for source in sources:
        for line in source.splitlines():
            if len(line.strip()) > 3:
                yield line.strip()
