"""Which of nbgrader's own tests run through which door, and which differ on purpose."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["GROUPS", "Group"]

_OUR_RULES = (
    "points are numbers within 0 and the maximum; nbgrader raises, and loses the submission"
)
_KEY_GONE = (
    "a cell that is nobody's loses the metadata's key; nbgrader empties it, and its own reader "
    "then refuses the file as one of an outdated schema"
)
_EMPTY = "a notebook without a cell is ungraded with a reason; nbgrader grades it and gives 0"
_SCRATCH = "code runs in a scratch folder: what it writes does not lie beside the graded notebook"
_LIMITS = "limits are those of the sandbox (c.SubmissionExporter); nbgrader's Execute is not asked"
_UNTOLD = "student code is not told that it is graded: NBGRADER_EXECUTION is not in its environment"
_ALWAYS_RUN = "the notebook is always run; there is no mark without it"
_AUTHORS_KERNEL = (
    "the author's kernel decides, and the sandbox is Python; the student's is not asked"
)
_STRUCTURE = "downloads are recognised by their structure, not by a regular expression"
_MANIFEST = "a manifest lies in submitted/.manifests, also when nothing came in"
_LIKE = (
    "a notebook of another name that is the assignment's is taken, and one that isn't lies beside"
)
_NOT_THE_AUTHORS = "cells that the author never made are ordinary cells, whatever they say they are"
_NO_FILE = "a folder without a notebook is ungraded with a reason, and the command exits with 1"
_ZONE = "the time that is written has its zone"
_NOTHING = "a path that is not there is an error, not a warning"


@dataclass(frozen=True)
class Group:
    """Tests of nbgrader's that go through one door.

    `modules` are below `nbgrader.tests`; `only` are the tests that are run (none: all of them), and
    `more` those that are run when there is time: NBGRADER_OWN=all. `differs` has the tests that
    end differently on purpose, with the reason.
    """

    door: str
    modules: tuple[str, ...]
    only: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    differs: dict[str, str] = field(default_factory=dict)


GROUPS = (
    Group(
        "parts",
        (
            "preprocessors.test_overwritecells",
            "preprocessors.test_overwritekernelspec",
            "preprocessors.test_deduplicateids",
        ),
        differs={
            "test_nonexistent_grade_id": _KEY_GONE,
            "test_duplicate_grade_cell": _KEY_GONE,
            "test_duplicate_solution_cell": _KEY_GONE,
            "test_duplicate_locked_cell": _KEY_GONE,
            "test_add_missing_cells": (
                "a task cell is put back after the author's cell before it; nbgrader puts it last"
            ),
        },
    ),
    Group(
        "parts",
        ("utils.test_utils",),
        only=(
            "test_determine_grade_code_grade",
            "test_determine_grade_markdown_grade",
            "test_determine_grade_solution",
            "test_determine_grade_code_grade_and_solution",
            "test_get_partial_grade",
            "test_determine_grade_code_partial_credit",
            "test_determine_grade_markdown_grade_and_solution",
        ),
        differs={
            "test_get_partial_grade": _OUR_RULES,
            "test_determine_grade_code_partial_credit": _OUR_RULES,
        },
    ),
    Group(
        "parts",
        ("preprocessors.test_saveautogrades",),
        only=("test_grade_existing_manual_grade",),
        more=(
            "test_grade_correct_code",
            "test_grade_incorrect_code",
            "test_grade_unchanged_markdown",
            "test_grade_changed_markdown",
            "test_comment_unchanged_code",
            "test_comment_changed_code",
            "test_comment_unchanged_markdown",
            "test_comment_changed_markdown",
            "test_grade_existing_auto_comment",
        ),
    ),
    Group("nbgrader zip_collect", ("apps.test_nbgrader_zip_collect",)),
    Group(
        "autograder collect",
        ("apps.test_nbgrader_zip_collect",),
        differs={
            "test_no_archive_dir": _NOTHING,
            "test_empty_folders": _MANIFEST,
            "test_collect_no_regexp": _STRUCTURE,
            "test_collect_bad_regexp": _STRUCTURE,
            "test_collect_regexp_missing_student_id": _STRUCTURE,
            "test_collect_regexp_bad_student_id_type": _STRUCTURE,
            "test_collect_single_notebook_attempts": _ZONE,
            "test_collect_multiple_notebooks": (
                "a file that a later attempt supersedes has its line in the manifest, not in a log"
            ),
            "test_collect_sub_dir_single_notebook": _MANIFEST,
            "test_collect_invalid_notebook": _LIKE,
            "test_collect_timestamp_none": _STRUCTURE,
            "test_collect_timestamp_empty_str": _STRUCTURE,
            "test_collect_timestamp_bad_str": _STRUCTURE,
            "test_collect_timestamp_skip_older": _STRUCTURE,
            "test_collect_timestamp_replace_newer": _STRUCTURE,
            "test_collect_timestamp_file": _STRUCTURE,
            "test_collect_preserve_sub_dir": _STRUCTURE,
            "test_collect_duplicate_fail": _STRUCTURE,
        },
    ),
    Group(
        "nbgrader autograde",
        ("apps.test_nbgrader_autograde",),
        only=("test_grade", "test_showtraceback_exploit", "test_grade_overwrite_files"),
        more=(
            "test_help",
            "test_missing_student",
            "test_missing_assignment",
            "test_grade_autotest",
            "test_grade_hashed_autotest",
            "test_grade_complex_autotest",
            "test_student_id_exclude",
            "test_grade_timestamp",
            "test_grade_empty_timestamp",
            "test_late_submission_penalty_none",
            "test_late_submission_penalty_zero",
            "test_late_submission_penalty_plugin",
            "test_force",
            "test_force_f",
            "test_filter_notebook",
            "test_grade_overwrite_files_subdirs",
            "test_side_effects",
            "test_skip_extra_notebooks",
            "test_permissions",
            "test_custom_permissions",
            "test_force_single_notebook",
            "test_update_newer",
            "test_update_newer_single_notebook",
            "test_hidden_tests_single_notebook",
            "test_hidden_tests_autotest",
            "test_handle_failure",
            "test_handle_failure_single_notebook",
            "test_missing_source_kernelspec",
            "test_incorrect_source_kernelspec",
            "test_incorrect_submitted_kernelspec",
            "test_no_execute",
            "test_missing_files",
            "test_grade_missing_notebook",
            "test_grade_with_validating_envvar",
            "test_autograde_timeout",
        ),
        differs={
            "test_side_effects": _SCRATCH,
            "test_force_single_notebook": _EMPTY,
            "test_update_newer": _EMPTY,
            "test_update_newer_single_notebook": _EMPTY,
            "test_missing_source_kernelspec": _AUTHORS_KERNEL,
            "test_no_execute": _ALWAYS_RUN,
            "test_grade_with_validating_envvar": _UNTOLD,
            "test_autograde_timeout": _LIMITS,
        },
    ),
    Group(
        "autograder grade",
        ("apps.test_nbgrader_autograde",),
        only=("test_grade", "test_showtraceback_exploit"),
        more=(
            "test_missing_assignment",
            "test_grade_timestamp",
            "test_grade_autotest",
            "test_grade_hashed_autotest",
            "test_grade_complex_autotest",
            "test_grade_empty_timestamp",
            "test_late_submission_penalty_none",
            "test_late_submission_penalty_zero",
            "test_late_submission_penalty_plugin",
            "test_force",
            "test_force_f",
            "test_grade_overwrite_files",
            "test_grade_overwrite_files_subdirs",
            "test_side_effects",
            "test_skip_extra_notebooks",
            "test_permissions",
            "test_update_newer",
            "test_hidden_tests_single_notebook",
            "test_hidden_tests_autotest",
            "test_handle_failure",
            "test_missing_source_kernelspec",
            "test_incorrect_source_kernelspec",
            "test_incorrect_submitted_kernelspec",
            "test_missing_files",
            "test_grade_missing_notebook",
            "test_grade_with_validating_envvar",
        ),
        differs={
            "test_side_effects": _SCRATCH,
            "test_update_newer": _EMPTY,
            "test_handle_failure": _NOT_THE_AUTHORS,
            "test_missing_source_kernelspec": _AUTHORS_KERNEL,
            "test_missing_files": _NO_FILE,
            "test_grade_with_validating_envvar": _UNTOLD,
        },
    ),
)
