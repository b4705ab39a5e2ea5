"""Puts the author's cells back into a submission before nbgrader looks at it.

`autograder.restore` says how; here it is one of nbgrader's preprocessors, in the place of its
DeduplicateIds, OverwriteKernelspec and OverwriteCells.
"""

from typing import Any

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

from autograder.course.cases import editions_of
from autograder.course.given import given_out
from autograder.course.gradebook import authored_notebook
from autograder.lang.cells import authored_in, language_of
from autograder.notebook import Notebook
from autograder.restore import restore

__all__ = ["RestoreCells"]


class RestoreCells(NbGraderPreprocessor):
    """Makes the author's cells the author's again, and adds those that are missing."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook with each of the author's cells in it once; an answer may be missing."""
        names = resources["nbgrader"]
        with Gradebook(names["db_url"]) as gradebook:
            authored = authored_notebook(
                gradebook.find_notebook(names["notebook"], names["assignment"])
            )
        editions = editions_of(names["assignment"], self.config)
        coursedir = CourseDirectory(config=self.config)
        given = given_out(coursedir, names["assignment"], names["notebook"])
        lesson = editions.lesson_in(language_of(nb))
        notes = restore(nb, authored_in(authored.received_as(given), lesson))
        if hasattr(self.parent, "restored"):  # else the course has put another exporter in
            self.parent.restored = notes
        return nb, resources
