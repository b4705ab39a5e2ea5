"""The exporter through which `nbgrader autograde` reads submissions.

nbgrader makes its preprocessors anew for every notebook, but one exporter for a whole run:
so this is where the judge and the zygote live. It also reads files that nbgrader can't, and
records a reason for each submission that ends ungraded; nbgrader then removes the half-made
folder, goes on with the next student and exits with 1.
"""

import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from nbconvert.exporters import NotebookExporter
from nbgrader.nbgraderformat import SchemaTooNewError, SchemaTooOldError
from traitlets import Float, Integer, Unicode

import autograder
from autograder.errors import AutograderError, SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.reports import save_report
from autograder.judge.run import Judge
from autograder.notebook import Notebook, read
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits
from autograder.verdict import Report

__all__ = ["SubmissionExporter", "find_cases"]

_DEFAULTS = Limits()


class SubmissionExporter(NotebookExporter):
    """Reads, judges and writes submitted notebooks."""

    cases_directory = Unicode(
        "", help="Folder of hidden cases; default: cases/ in the course, then the kit's own."
    ).tag(config=True)
    reports_directory = Unicode("reports", help="Where reports are written.").tag(config=True)
    cell_seconds = Float(_DEFAULTS.cell_seconds, help="Wall time of a cell.").tag(config=True)
    call_seconds = Float(_DEFAULTS.call_seconds, help="Wall time of a hidden call.").tag(
        config=True
    )
    calls_timed_out = Integer(
        _DEFAULTS.calls_timed_out, help="Calls of a task that may run into their limit."
    ).tag(config=True)
    restarts = Integer(
        _DEFAULTS.restarts, help="Runs without a cell that ended or blocked the process."
    ).tag(config=True)
    output_bytes = Integer(_DEFAULTS.output_bytes, help="Text kept of a cell.").tag(config=True)
    figure_bytes = Integer(_DEFAULTS.figure_bytes, help="Figures kept of a cell.").tag(config=True)
    reply_bytes = Integer(_DEFAULTS.reply_bytes, help="Largest answer read.").tag(config=True)
    start_seconds = Float(_DEFAULTS.start_seconds, help="Time to import torch.").tag(config=True)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._engines: dict[str, Engine] = {}
        self._judged: Report | None = None
        weakref.finalize(self, _close, self._engines)

    @property
    def limits(self) -> Limits:
        """The configured limits."""
        return Limits(**{name: getattr(self, name) for name in Limits.__dataclass_fields__})

    def from_filename(
        self, filename: str, resources: Any = None, **options: Any
    ) -> tuple[str, Any]:
        """Convert a submission; whatever stops it becomes the reason in an ungraded report."""
        self._judged = None
        try:
            _readable(Path(filename))
            converted: tuple[str, Any] = super().from_filename(filename, resources, **options)
        except Exception as error:
            if isinstance(error, SchemaTooOldError | SchemaTooNewError):
                # nbgrader would give up the whole batch for one student's cell.
                error = SubmissionError(f"nbgrader's metadata in it can't be used: {error}")
            self._ungraded(resources, error)
            raise error from None
        return converted

    def from_file(self, file_stream: Any, resources: Any = None, **options: Any) -> tuple[str, Any]:
        """Read by our reader, which knows more encodings and says what is wrong."""
        notebook = read(Path(file_stream.name))
        converted: tuple[str, Any] = self.from_notebook_node(notebook, resources, **options)
        return converted

    def grade(self, notebook: Notebook, resources: Any) -> Report:
        """Run and judge a sanitised notebook; writes and returns the report."""
        names = resources["nbgrader"]
        engine = self._engine(names["assignment"])
        with tempfile.TemporaryDirectory(prefix="autograder-") as scratch:
            _copy_files(Path(resources["metadata"]["path"]), Path(scratch))
            self._judged = engine.grade(notebook, names["student"], Path(scratch))
        save_report(Path(self.reports_directory), self._judged)
        return self._judged

    def _engine(self, assignment: str) -> Engine:
        if assignment not in self._engines:
            cases = find_cases(assignment, self.cases_directory)
            self._engines[assignment] = Engine(assignment, Judge(cases), Sandbox(self.limits))
        return self._engines[assignment]

    def _ungraded(self, resources: Any, error: Exception) -> None:
        names = (resources or {}).get("nbgrader")
        if not names:
            return
        ours = isinstance(error, AutograderError)
        reason = str(error) if ours else f"{type(error).__name__}: {error}"
        report = self._judged or Report(assignment=names["assignment"], student=names["student"])
        save_report(Path(self.reports_directory), replace(report, reason=reason))


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


def _readable(path: Path) -> None:
    """Say what a file is instead of a notebook before anything opens it as text."""
    if path.is_symlink():
        raise SubmissionError(
            f"{path.name} is a link, and links are not followed. Ask for the file itself."
        )
    read(path)


def _copy_files(source: Path, target: Path) -> None:
    """Copy a submission's data files; links and notebooks stay behind."""

    def left_behind(folder: str, names: list[str]) -> list[str]:
        return [n for n in names if (Path(folder) / n).is_symlink() or n.endswith(".ipynb")]

    shutil.copytree(source, target, ignore=left_behind, dirs_exist_ok=True)


def _close(engines: dict[str, Engine]) -> None:
    for engine in engines.values():
        engine.close()
