"""nbgrader's Autograde, with care for what lies in a submission's folder.

nbgrader copies a submission before any preprocessor or exporter sees it: it follows links,
so that hidden cases, the gradebook or another student's work would lie beside the notebook,
where the student's code may read them. And what fails before the copy leaves the old points
in the gradebook without a word. `install` puts this class in the place of nbgrader's.
"""

import contextlib
import glob
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.apps import api, autogradeapp
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException

from autograder.course.files import check_timestamp, links_in, no_link_to
from autograder.errors import SubmissionError
from autograder.grading.reports import why_missing

__all__ = ["CarefulAutograde", "install"]


class CarefulAutograde(Autograde):
    """Copies no links, and leaves a report of what failed before the notebook was read.

    It is configured as `c.Autograde`, like the class that it stands for.
    """

    def init_notebooks(self) -> None:
        """Find the notebooks; nbgrader takes brackets in a student's id for a pattern."""
        self.assignments: dict[str, list[str]] = {}
        self.notebooks: list[str] = []
        place = self._format_source(self.coursedir.assignment_id, self.coursedir.student_id)
        for folder in glob.glob(place) or glob.glob(glob.escape(place)):
            pattern = os.path.join(glob.escape(folder), f"{self.coursedir.notebook_id}.ipynb")
            if found := glob.glob(pattern):
                self.assignments[folder] = found
            else:
                self.log.warning("No notebooks were matched by '%s'", pattern)
        if not self.assignments:
            super().init_notebooks()  # says that there are none, and what may have been meant

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Whether to grade; a time stamp that can't be read is the submission's fault."""
        with self._recorded(assignment_id, student_id):
            folder = Path(self._format_source(assignment_id, student_id))
            check_timestamp(folder, self.coursedir.get_existing_timestamp)
            wanted: bool = super().init_destination(assignment_id, student_id)
        return wanted

    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Copy a submission's files, but not what links point to."""
        folder = Path(self._format_source(assignment_id, student_id))
        links = links_in(folder)
        ignored = self.coursedir.ignore
        # nbgrader ignores by name, so a link's namesake in another folder is left out too.
        self.coursedir.ignore = [*ignored, *(_literally(path.name) for path in links)]
        self.exporter.left_out = [str(path.relative_to(folder)) for path in links]
        try:
            with self._recorded(assignment_id, student_id):
                no_link_to(folder)
                try:
                    super().init_assignment(assignment_id, student_id)
                except NbGraderException as error:
                    if "No notebooks found" in str(error):  # none that the gradebook knows
                        raise SubmissionError(why_missing(folder)) from error
                    raise
        finally:
            self.coursedir.ignore = ignored

    @contextlib.contextmanager
    def _recorded(self, assignment_id: str, student_id: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            names: dict[str, Any] = {
                "assignment": assignment_id,
                "student": student_id,
                "db_url": self.coursedir.db_url,
            }
            record = getattr(self.exporter, "record_ungraded", None)
            if record is not None:  # else the course has put another exporter in place of ours
                record(names, error)
            raise


def install() -> None:
    """Have nbgrader's command and its formgrader use this class for autograding."""
    autogradeapp.Autograde = CarefulAutograde
    api.Autograde = CarefulAutograde


def _literally(name: str) -> str:
    """A pattern of `fnmatch` that matches this name alone."""
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)
