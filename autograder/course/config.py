"""The settings that put this kit in nbgrader's place where it grades and releases."""

import sys
import warnings
from typing import Any

__all__ = ["AUTOGRADE", "CODE_STUB", "EXPORTER", "SANITIZE", "configure"]

CODE_STUB = '# YOUR CODE HERE\nraise NotImplementedError("not written yet")'
"""What stands in a release where the solution stood; visible checks know it by its text."""

SANITIZE = (
    "nbgrader.preprocessors.ClearOutput",
    "autograder.course.sanitise.RestoreCells",
    "nbgrader.preprocessors.CheckCellMetadata",
)
AUTOGRADE = (
    "autograder.course.judging.JudgeSubmission",
    "nbgrader.preprocessors.IgnorePattern",
    "nbconvert.preprocessors.ClearMetadataPreprocessor",
    "nbgrader.preprocessors.LimitOutput",
    "autograder.course.judging.SavePoints",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
)
EXPORTER = "autograder.course.exporter.SubmissionExporter"
PAGE = "autograder.course.page.FeedbackPage"


def configure(c: Any) -> None:
    """Set nbgrader's pipelines on the configuration object `c` of `nbgrader_config.py`.

    Autograding runs in the sandbox and writes points as numbers; releasing is refused where
    something would leak. Every list can still be changed after this call.
    """
    if "nbgrader" in sys.modules:  # else its own commands are not what runs
        _install()
    c.Autograde.exporter_class = EXPORTER
    c.Autograde.sanitize_preprocessors = list(SANITIZE)
    c.Autograde.autograde_preprocessors = list(AUTOGRADE)
    c.ClearSolutions.code_stub = {
        "python": CODE_STUB,
        # As nbgrader has them.
        "R": "# YOUR CODE HERE\nfail()",
        "matlab": "% YOUR CODE HERE\nerror('No Answer Given!')",
        "octave": "% YOUR CODE HERE\nerror('No Answer Given!')",
        "sas": "/* YOUR CODE HERE */\n %notImplemented;",
        "java": "// YOUR CODE HERE",
    }
    c.ExportApp.plugin_class = "autograder.course.export.CsvExport"
    c.GenerateFeedback.exporter_class = PAGE
    c.GenerateFeedback.preprocessors = [
        "nbgrader.preprocessors.GetGrades",
        "autograder.course.shown.HideRegions",
        "autograder.course.shown.ShowSafely",
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    c.GenerateAssignment.preprocessors = [
        "autograder.course.release.CheckSource",
        "nbgrader.preprocessors.IncludeHeaderFooter",
        "nbgrader.preprocessors.InstantiateTests",
        "nbgrader.preprocessors.LockCells",
        "nbgrader.preprocessors.ClearSolutions",
        "nbgrader.preprocessors.ClearOutput",
        "nbgrader.preprocessors.CheckCellMetadata",
        "nbgrader.preprocessors.ComputeChecksums",
        "nbgrader.preprocessors.SaveCells",
        "nbgrader.preprocessors.ClearHiddenTests",
        "nbgrader.preprocessors.ClearMarkScheme",
        "nbgrader.preprocessors.ComputeChecksums",
        "nbgrader.preprocessors.CheckCellMetadata",
        "autograder.course.release.CheckRelease",
    ]


def _install() -> None:
    """Put our converter in the place of nbgrader's, in nbgrader's own commands."""
    from sqlalchemy.exc import SAWarning

    from autograder.course.converter import install

    install()
    # Three of them for each student, from nbgrader's queries; nothing that anyone can act on.
    warnings.filterwarnings("ignore", category=SAWarning)
