"""Reports on disk: one JSON file a submission, written whole or not at all."""

import glob
import json
import os
from pathlib import Path

import msgspec

from autograder.errors import AuthoringError
from autograder.verdict import Report

__all__ = ["load_report", "load_reports", "save_report", "why_missing", "with_the_missing"]


def save_report(folder: Path, report: Report) -> Path:
    """Write `report` to `<folder>/<assignment>/<student>.json`; returns the path."""
    path = folder / report.assignment / f"{report.student}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    text = json.dumps(report.to_dict(), indent=1, ensure_ascii=False) + "\n"
    # A folder's name, and so a student's id, need not be UTF-8.
    partial.write_text(text, encoding="utf-8", errors="surrogateescape")
    os.replace(partial, path)
    return path


def load_reports(folder: Path, assignment: str) -> list[Report]:
    """The reports of an assignment, by student.

    Raises `AuthoringError` where there are none or one can't be read.
    """
    paths = sorted((folder / assignment).glob("*.json"))
    if not paths:
        raise AuthoringError(
            f"there are no reports in {folder / assignment}; "
            f"run `autograder grade {assignment}` first"
        )
    return [_load(path) for path in paths]


def load_report(folder: Path, assignment: str, student: str) -> Report:
    """The report on one submission; raises `AuthoringError` where there is none to be read."""
    return _load(folder / assignment / f"{student}.json")


def with_the_missing(reports: list[Report], submitted: Path, assignment: str) -> list[Report]:
    """The reports, and an ungraded one for everyone who handed something in and has none.

    nbgrader passes over a folder without a notebook of the right name.
    """
    known = {report.student for report in reports}
    missing = [
        Report(assignment=assignment, student=folder.parent.name, reason=why_missing(folder))
        for folder in sorted(submitted.glob(f"*/{glob.escape(assignment)}"))
        if folder.is_dir() and folder.parent.name not in known
    ]
    return sorted([*reports, *missing], key=lambda report: report.student)


def why_missing(folder: Path) -> str:
    """What lies in a submission's folder in place of a notebook of the assignment."""
    names = sorted(path.name for path in folder.iterdir() if path.name != "timestamp.txt")
    found = ", ".join(repr(name) for name in names[:5]) or "an empty folder"
    return (
        f"no notebook of the assignment's name was handed in; found {found}. "
        "Rename it, or ask the student, and grade again."
    )


def _load(path: Path) -> Report:
    try:
        return Report.from_dict(
            json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
        )
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise AuthoringError(
            f"{path} is not a report of this version ({error}); grade that submission again"
        ) from error
