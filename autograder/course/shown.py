"""`nbgrader generate_feedback` with our pages: the exporter that it writes them by."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import Exporter

from autograder.course.cases import editions_of
from autograder.course.given_marks import read_marks
from autograder.course.page import page_of
from autograder.errors import AuthoringError
from autograder.grading.given import NotebookMarks

__all__ = ["FeedbackExporter"]


class FeedbackExporter(Exporter):
    """Makes the same page as `autograder feedback`, after whatever preprocessors the course adds.

    It reads points and comments from the gradebook itself, so that none has to.
    """

    file_extension = ".html"

    def from_filename(
        self, filename: str, resources: Any = None, **kw: Any
    ) -> tuple[str, dict[str, Any]]:
        """The page of a graded notebook. Raises `AuthoringError` where the gradebook lacks it."""
        notebook, resources = super().from_filename(filename, resources, **kw)
        names = resources["nbgrader"]
        assignment, student = names["assignment"], names["student"]
        reports = Path(self.config.SubmissionExporter.get("reports_directory", "reports"))
        kernel = notebook.metadata.get("kernelspec", {})
        page = page_of(
            Path(filename),
            (assignment, student),
            self._marks(names),
            reports / assignment / f"{student}.json",
            editions_of(assignment, self.config),
            (kernel.get("language") or "python", notebook.cells),
        )
        return page, resources

    def _marks(self, names: Any) -> NotebookMarks:
        student, notebook = names["student"], names["notebook"]
        found = read_marks(names["db_url"], names["assignment"], [student])
        if (student, notebook) not in found:
            raise AuthoringError(
                f"the gradebook has nothing of {student}'s {notebook}; grade it first"
            )
        return found[student, notebook]
