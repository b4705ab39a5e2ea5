"""Where an assignment's hidden cases, named mistakes and catalogues lie."""

from pathlib import Path
from typing import Any

import autograder
from autograder.course.folders import folders_in
from autograder.lang.editions import Editions, find_editions

__all__ = ["editions_of", "find_cases", "find_mistakes"]


def find_cases(assignment: str, configured: str = "") -> Path:
    """The folder of an assignment's hidden cases.

    The configured folder or the course's `cases/`, else the kit's own; where an assignment
    has none, an empty folder of the kit's, so that its plain asserts are all there is.
    """
    kit = Path(autograder.__file__).parent / "cases"
    for folder in (Path(configured) if configured else Path("cases"), kit):
        if (folder / assignment).is_dir():
            return (folder / assignment).resolve()
    return kit / "none"


def find_mistakes(assignment: str) -> Path | None:
    """The folder of an assignment's named mistakes: the course's `mistakes/`, or the kit's own."""
    kit = Path(autograder.__file__).parent / "mistakes"
    folders = (root / assignment for root in (Path("mistakes"), kit))
    return next((folder.resolve() for folder in folders if folder.is_dir()), None)


def editions_of(assignment: str, config: Any) -> Editions:
    """The assignment's catalogues, by a course's configuration."""
    folders = folders_in(config)
    source = folders.of(folders.source_directory, ".", assignment).parent
    cases = find_cases(assignment, config.SubmissionExporter.get("cases_directory", ""))
    return find_editions(assignment, source, (cases, find_mistakes(assignment)))
