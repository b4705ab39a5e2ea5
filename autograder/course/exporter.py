"""The exporter through which `nbgrader autograde` reads submissions.

nbgrader makes its preprocessors anew for every notebook, but one exporter for a whole run:
so this is where the judge and the zygote live. It also reads files that nbgrader can't, and
records a reason for each submission that ends ungraded; nbgrader then removes the half-made
folder, goes on with the next student and exits with 1.
"""

import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from nbconvert.exporters import NotebookExporter
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError
from traitlets import Bool, Float, HasTraits, Integer, Unicode

from autograder.course.cases import editions_of, find_cases, find_mistakes
from autograder.course.files import files_beside, no_link
from autograder.course.gradebook import withdraw_points
from autograder.errors import AutograderError, SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.feedback import told_in
from autograder.grading.one import joined
from autograder.grading.reports import save_report
from autograder.judge.run import Judge
from autograder.lang.cells import language_of
from autograder.notebook import Notebook, read
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits, described
from autograder.verdict import Report

__all__ = ["SubmissionExporter"]


def _limit_traits() -> dict[str, Any]:
    """A configurable trait for each limit, with its description as the trait's help."""
    traits = {}
    for name, (kind, default, text) in described().items():
        trait = Integer if kind is int else Float
        traits[name] = trait(default, help=text).tag(config=True)
    return traits


_WithLimits = type(HasTraits)("_WithLimits", (HasTraits,), _limit_traits())


class SubmissionExporter(NotebookExporter, _WithLimits):  # type: ignore[misc,valid-type]
    """Reads, judges and writes submitted notebooks."""

    cases_directory = Unicode(
        "", help="Folder of hidden cases; default: cases/ in the course, then the kit's own."
    ).tag(config=True)
    reports_directory = Unicode("reports", help="Where reports are written.").tag(config=True)
    run_other_kernels_unconfined = Bool(
        False, help="Run notebooks that are not Python by nbgrader's Execute, without a sandbox."
    ).tag(config=True)
    confinement = Unicode(
        "", help="strict, basic or none; default: the best that works, and at least basic."
    ).tag(config=True)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._engines: dict[str, Engine] = {}
        self._judged: Report | None = None
        self.left_out: list[str] = []
        self.restored: tuple[str, ...] = ()
        weakref.finalize(self, _close, self._engines)

    @property
    def limits(self) -> Limits:
        """The configured limits."""
        return Limits(**{name: getattr(self, name) for name in Limits.__struct_fields__})

    def from_filename(
        self, filename: str, resources: Any = None, **options: Any
    ) -> tuple[str, Any]:
        """Convert a submission; whatever stops it becomes the reason in an ungraded report."""
        names = (resources or {}).get("nbgrader")
        if self._judged and (not names or names["student"] != self._judged.student):
            self._judged = None  # else this is one more notebook of the same submission
        try:
            no_link(Path(filename))
            read(Path(filename))  # before anything opens it as text
            converted: tuple[str, Any] = super().from_filename(filename, resources, **options)
        except Exception as error:
            if isinstance(error, SchemaTooOldError | SchemaTooNewError):
                # nbgrader would give up the whole batch for one student's cell.
                error = SubmissionError(f"nbgrader's metadata in it can't be used: {error}")
            if names:
                self.record_ungraded(names, error)
            raise error from None
        return converted

    def from_file(self, file_stream: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Read by our reader, which knows more encodings and says what is wrong."""
        notebook = read(Path(file_stream.name))
        converted: tuple[str, Any] = self.from_notebook_node(notebook, resources, **options)
        return converted

    def grade(self, notebook: Notebook, resources: Any) -> Report:
        """Run and judge a sanitised notebook; returns its report, and writes the submission's."""
        names = resources["nbgrader"]
        engine = self._engine(names["assignment"])
        engine.check(notebook)
        files, left_out = files_beside(Path(resources["metadata"]["path"]), self.limits)
        judged = engine.grade(notebook, names["student"], files)
        judged = replace(judged, notes=self.restored)
        words = editions_of(names["assignment"], self.config).feedback_in(language_of(notebook))
        judged = told_in(judged, words)
        before = self._judged or Report(assignment=names["assignment"], student=names["student"])
        self._judged = joined(before, judged, [*self.left_out, *left_out])
        save_report(Path(self.reports_directory), self._judged)
        return judged

    def _engine(self, assignment: str) -> Engine:
        if assignment not in self._engines:
            cases = find_cases(assignment, self.cases_directory)
            sandbox = Sandbox(self.limits, best_tier(self.confinement), hidden=[Path.cwd()])
            judge = Judge(cases, find_mistakes(assignment))
            self._engines[assignment] = Engine(assignment, judge, sandbox)
        return self._engines[assignment]

    def record_ungraded(self, names: Mapping[str, Any], error: Exception) -> None:
        """Write a report of why a submission is ungraded, and take its old points back.

        `names` holds assignment, student and db_url, as nbgrader's resources do.
        """
        ours = isinstance(error, AutograderError)
        reason = str(error) if ours else f"{type(error).__name__}: {error}"
        report = Report(assignment=names["assignment"], student=names["student"])
        if self._judged and self._judged.student == report.student:
            report = self._judged  # some tasks could be judged, and the report shows them
        save_report(Path(self.reports_directory), replace(report, reason=reason))
        withdraw_points(names["db_url"], names["assignment"], names["student"])


def _close(engines: dict[str, Engine]) -> None:
    for engine in engines.values():
        engine.close()
