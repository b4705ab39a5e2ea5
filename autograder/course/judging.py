"""Two nbgrader preprocessors: one runs and judges a notebook, one writes its points.

They stand where nbgrader has Execute and SaveAutoGrades. Points go into the gradebook as the
numbers of the report; nothing that the notebook printed is read for them.
"""

from typing import Any

import nbformat
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades

from autograder.course.gradebook import authored_language
from autograder.errors import AuthoringError, SandboxError
from autograder.grading.feedback import as_html, as_text
from autograder.notebook import Notebook, grade_id, is_graded
from autograder.verdict import Judged, Outcome, Report, TaskResult

__all__ = ["JudgeSubmission", "SavePoints"]

_REPORT = "autograder_report"


class JudgeSubmission(NbGraderPreprocessor):
    """Runs the notebook in the sandbox and has the hidden cases judge it."""

    def preprocess(self, nb: Notebook, resources: Any) -> tuple[Notebook, Any]:
        """The notebook with its outputs and, at each graded cell, what the cases found.

        Raises `SandboxError` where a case is undecided: the submission is ungraded then.
        """
        names = resources["nbgrader"]
        language = authored_language(names["db_url"], names["assignment"], names["notebook"])
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
            raise SandboxError(_undecided(report))
        resources[_REPORT] = report
        results = {task.grade_id: task for task in report.tasks}
        for cell in nb.cells:
            task = results.get(grade_id(cell))
            if task and is_graded(cell) and task.judged is Judged.OUTSIDE:
                cell.outputs.append(_feedback(task))
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


def _undecided(report: Report) -> str:
    cases = [
        f"{case.name} ({task.grade_id}): {_last_line(case.detail)}\n{case.detail}"
        for task in report.tasks
        for case in task.cases
        if case.outcome is Outcome.UNDECIDED
    ]
    return (
        f"{len(cases)} case(s) could not decide: {cases[0]}\nThat is a fault of the case or ours "
        "and not the student's; mend it and grade again."
    )


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]


def _feedback(task: TaskResult) -> Any:
    data = {"text/plain": as_text(task), "text/html": as_html(task)}
    return nbformat.v4.new_output("display_data", data=data)
