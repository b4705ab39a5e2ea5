"""One submission as it goes to a worker, and what comes back: values, and no files.

A worker needs no folder of the course but the cases and the mistakes: a job carries the
notebooks' bytes, the result a report and the graded notebooks' bytes. So it can run on another
machine, where cases and mistakes lie at the same paths.
"""

from pathlib import Path

import msgspec

from autograder.grading.marks import Marks, OutputRules
from autograder.lang.editions import Editions
from autograder.restore import AuthoredNotebook
from autograder.sandbox.policy import Limits, Tier
from autograder.verdict import Report

__all__ = ["Context", "Graded", "Job", "Result"]


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What all jobs of a run share; a worker gets it once, when it starts."""

    assignment: str
    authored: dict[str, AuthoredNotebook]
    cases: Path
    mistakes: Path | None
    limits: Limits
    tier: Tier
    hidden: tuple[Path, ...] = ()
    outputs: OutputRules = OutputRules()
    files: dict[str, bytes] = {}
    """The author's files, by relative path: they replace the student's of the same name."""
    editions: Editions = Editions()


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A submission: its notebooks by name without suffix, and its other files by relative path."""

    student: str
    notebooks: dict[str, bytes]
    files: dict[str, bytes] = {}
    left_out: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """Bytes that it takes on its way."""
        return sum(len(data) for part in (self.notebooks, self.files) for data in part.values())


class Graded(msgspec.Struct, frozen=True, kw_only=True):
    """A graded notebook's file and what it gets in the gradebook."""

    data: bytes
    marks: Marks


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The report on a submission; where it is graded, its notebooks by name.

    `lasting` says of an ungraded one that it will be ungraded again while the file is the
    same; otherwise it was ours or the machine's fault, and another run may grade it.
    """

    report: Report
    notebooks: dict[str, Graded] = {}
    lasting: bool = True
