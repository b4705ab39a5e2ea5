"""The result of one submission, as a pipeline wants it: JSON, JUnit XML, or Gradescope's."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from autograder.errors import AuthoringError
from autograder.exports import gradescope, junit
from autograder.exports.mark import Mark, told_to_students
from autograder.exports.plain import plain, tasks
from autograder.grading.feedback import as_text

__all__ = ["SINGLE", "write_single"]


def write_single(mark: Mark, to: str, output: Path | None) -> str:
    """Write the result to the file `output`; returns what is left to print.

    Raises `AuthoringError` where the file can't be written.
    """
    text = SINGLE[to](mark).encode("utf-8", "replace").decode()
    if output is None:
        return text
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise AuthoringError(
            f"{output} can't be written ({error.strerror}); name another file with --output"
        ) from error
    if mark.score is None:
        return f"no mark: {output}\n"
    return f"{mark.score:g} of {mark.max_score:g} points: {output}\n"


def _as_json(mark: Mark) -> str:
    """A mark with what the student reads about each task; nothing that only authors may see."""
    report = mark.report
    found: dict[str, Any] = {
        **plain(mark),
        "why": "" if mark.score is not None else told_to_students(mark),
        "passed": bool(report and report.passed),
        "tasks": {
            name: {**points, "feedback": as_text(task) if task else ""}
            for name, points in tasks(mark).items()
            for task in [mark.task(name)]
        },
        "notes": list(report.notes) if report else [],
        "confinement": report.confinement if report else "",
        "seconds": report.seconds if report else 0.0,
        "versions": dict(report.versions) if report else {},
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _as_gradescope(mark: Mark) -> str:
    return json.dumps(gradescope.results(mark), indent=1, ensure_ascii=False) + "\n"


def _as_junit(mark: Mark) -> str:
    return junit.as_junit([mark]).decode()


SINGLE: Mapping[str, Callable[[Mark], str]] = {
    "json": _as_json,
    "junit": _as_junit,
    "gradescope": _as_gradescope,
}
