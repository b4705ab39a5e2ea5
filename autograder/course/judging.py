"""Two nbgrader preprocessors: one runs and judges a notebook, one writes its points.

They stand where nbgrader has Execute and SaveAutoGrades. Points go into the gradebook as the
numbers of the report; nothing that the notebook printed is read for them.
"""

from typing import Any

from nbgrader.api import Gradebook
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades

from autograder.course.cases import editions_of
from autograder.course.gradebook import authored_notebook
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.marks import show_results, undecided
from autograder.lang.cells import language_of
from autograder.notebook import Notebook, grade_id
from autograder.verdict import Judged, Report

__all__ = ["JudgeSubmission", "SavePoints"]

_REPORT = "autograder_report"


class JudgeSubmission(NbGraderPreprocessor):
    """Runs the notebook in the sandbox and has the hidden cases judge it."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook with its outputs and, at each graded cell, what the cases found.

        Raises `SandboxError` where a case is undecided: the submission is ungraded then.
        """
        names = resources["nbgrader"]
        with Gradebook(names["db_url"]) as gradebook:
            authored = authored_notebook(
                gradebook.find_notebook(names["notebook"], names["assignment"])
            )
        language = authored.language
        if language != "python":
            if not self.parent.run_other_kernels_unconfined:
                raise AuthoringError(
                    f"the notebook's kernel is {language}, and the sandbox speaks Python alone. "
                    "To run it by nbgrader's Execute, with all that you may do, say "
                    "c.SubmissionExporter.run_other_kernels_unconfined = True"
                )
            executed: tuple[Notebook, Any] = Execute(parent=self.parent).preprocess(nb, resources)
            return executed
        report: Report = self.parent.grade(nb, resources)
        if not report.graded:
            raise SandboxError(undecided(report))
        resources[_REPORT] = report
        words = editions_of(names["assignment"], self.config).feedback_in(language_of(nb))
        show_results(nb, report, words.say)
        return nb, resources


class SavePoints(SaveAutoGrades):
    """Writes the report's points; written answers and other kernels go nbgrader's way."""

    def _add_score(self, cell: Any, resources: Any) -> None:
        report: Report | None = resources.get(_REPORT)
        results = {task.grade_id: task for task in report.tasks} if report else {}
        task = results.get(grade_id(cell))
        if task is None or task.judged is Judged.BY_HAND:
            super()._add_score(cell, resources)
            return
        grade = self.gradebook.find_grade(
            task.grade_id, self.notebook_id, self.assignment_id, self.student_id
        )
        grade.auto_score = task.points
        grade.needs_manual_grade = grade.manual_score is not None
        self.gradebook.db.commit()
