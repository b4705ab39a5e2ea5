"""Reports on disk: one JSON file a submission, written whole or not at all."""

import json
import os
from pathlib import Path

import msgspec

from autograder.errors import AuthoringError
from autograder.verdict import Report

__all__ = ["load_reports", "save_report"]


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
            f"run `nbgrader autograde {assignment}` first"
        )
    return [_load(path) for path in paths]


def _load(path: Path) -> Report:
    try:
        return Report.from_dict(
            json.loads(path.read_text(encoding="utf-8", errors="surrogateescape"))
        )
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise AuthoringError(
            f"{path} is not a report of this version ({error}); grade that submission again"
        ) from error
