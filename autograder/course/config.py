"""The settings that put this kit in nbgrader's place where it grades and releases."""

import warnings
from typing import Any

from sqlalchemy.exc import SAWarning

__all__ = ["CODE_STUB", "configure"]

CODE_STUB = '# YOUR CODE HERE\nraise NotImplementedError("not written yet")'
"""What stands in a release where the solution stood; visible checks know it by its text."""


def configure(c: Any) -> None:
    """Set nbgrader's pipelines on the configuration object `c` of `nbgrader_config.py`.

    Autograding runs in the sandbox and writes points as numbers; releasing is refused where
    something would leak. Every list can still be changed after this call.
    """
    from autograder.course.converter import install  # only where nbgrader's commands run

    install()
    # Three of them for each student, from nbgrader's queries; nothing that anyone can act on.
    warnings.filterwarnings("ignore", category=SAWarning)
    c.Autograde.exporter_class = "autograder.course.exporter.SubmissionExporter"
    c.Autograde.sanitize_preprocessors = [
        "nbgrader.preprocessors.ClearOutput",
        "autograder.course.sanitise.RestoreCells",
        "nbgrader.preprocessors.DeduplicateIds",
        "nbgrader.preprocessors.OverwriteKernelspec",
        "nbgrader.preprocessors.OverwriteCells",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    c.Autograde.autograde_preprocessors = [
        "autograder.course.judging.JudgeSubmission",
        "nbgrader.preprocessors.IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        "nbgrader.preprocessors.LimitOutput",
        "autograder.course.judging.SavePoints",
        "nbgrader.preprocessors.AssignLatePenalties",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
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
