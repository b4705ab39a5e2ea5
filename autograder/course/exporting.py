"""`autograder export` in a course folder: marks gathered, written, and what has to be told."""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from autograder.course.class_marks import class_marks
from autograder.course.folders import folders_in
from autograder.course.scores import read_scores
from autograder.course.settings import load_config, settings_in
from autograder.errors import AuthoringError
from autograder.exports import canvas, gradescope, junit, moodle, plain, prairielearn
from autograder.exports.filled import Filled
from autograder.exports.mark import Mark, MarkState
from autograder.intake.roster import Roster, load_roster

__all__ = ["FORMATS", "Asked", "Exported", "export"]

_TABLES: Mapping[str, tuple[str, Callable[[Sequence[Mark]], bytes]]] = {
    "csv": (".csv", plain.as_csv),
    "json": (".json", plain.as_json),
    "junit": ("-junit.xml", junit.as_junit),
}
_FOLDERS: Mapping[str, Callable[[Mark], dict[str, Any]]] = {
    "gradescope": gradescope.results,
    "prairielearn": prairielearn.results,
}
_FILLED = ("canvas", "moodle")
FORMATS = (*_TABLES, *_FILLED, *_FOLDERS)
_FOLDER = Path("exports")
_LARGEST_BYTES = 64 << 20
"""Of a downloaded table; a worksheet with feedback for ten thousand people has less."""


@dataclass(frozen=True)
class Asked:
    """The command line of `autograder export`."""

    assignment: str
    to: str
    download: Path | None = None
    """Canvas's export or Moodle's worksheet, to be filled in."""
    column: str = ""
    roster: Path | None = None
    output: Path | None = None
    students: tuple[str, ...] = ()
    finished_only: bool = False
    db_url: str = ""


@dataclass(frozen=True)
class Exported:
    """Where the marks are, how many, and what the caller has to know; a line for each thing."""

    path: Path
    marks: int
    notes: tuple[str, ...]
    complete: bool
    """Everyone has a mark."""


def export(asked: Asked) -> Exported:
    """Write the marks; raises `AuthoringError` where there is nothing to write or nowhere to."""
    _check(asked)
    marks = _gathered(asked)
    path = asked.output or _default(asked)
    if asked.download is not None and path.resolve() == asked.download.resolve():
        raise AuthoringError(f"{path} is the download itself; name another file with --output")
    notes: tuple[str, ...] = ()
    if asked.to in _FOLDERS:
        _write_folder(path, marks, _FOLDERS[asked.to])
    else:
        filled = _table(asked, marks)
        notes = filled.notes
        _write(path, filled.data)
    have = sum(mark.score is not None for mark in marks)
    return Exported(path, have, (*notes, *_told(marks)), have == len(marks))


def _check(asked: Asked) -> None:
    if asked.to not in FORMATS:
        raise AuthoringError(f"there is no format {asked.to!r}; it is one of {', '.join(FORMATS)}")
    if asked.download is not None and asked.to not in _FILLED:
        raise AuthoringError("--from is for canvas and moodle, whose downloads are filled in")
    if asked.to == "moodle" and asked.download is None:
        raise AuthoringError(
            "Moodle takes back its own worksheet only: download it (the assignment's Submissions > "
            "Download grading worksheet), and name it with --from"
        )


def _gathered(asked: Asked) -> list[Mark]:
    config = load_config(Path.cwd())
    settings = settings_in(config)
    folders = folders_in(config, asked.db_url)
    roster = asked.roster or (Path("roster.csv") if Path("roster.csv").is_file() else None)
    root = Path(folders.root)
    marks = class_marks(
        asked.assignment,
        read_scores(folders.db_url, asked.assignment),
        load_roster(roster) if roster else Roster(),
        root / folders.submitted_directory,
        root / settings.reports_directory,
    )
    known = {mark.student for mark in marks}
    unknown = sorted(set(asked.students) - known)
    if unknown or not marks:
        whom = ", ".join(unknown) or "anybody"
        raise AuthoringError(
            f"nothing is known of {whom} in {asked.assignment}; see `autograder status "
            f"{asked.assignment}`"
        )
    if asked.students:
        marks = [mark for mark in marks if mark.student in asked.students]
    return [_finished(mark) for mark in marks] if asked.finished_only else marks


def _finished(mark: Mark) -> Mark:
    if mark.state is not MarkState.WAITS:
        return mark
    return replace(mark, score=None, raw_score=None, why="waits for a person's points")


def _table(asked: Asked, marks: Sequence[Mark]) -> Filled:
    if asked.to in _TABLES:
        return Filled(_TABLES[asked.to][1](marks))
    if asked.download is None:
        return canvas.fresh(marks, asked.column)
    fill = canvas.fill if asked.to == "canvas" else moodle.fill
    try:
        if asked.download.stat().st_size > _LARGEST_BYTES:
            raise AuthoringError(f"{asked.download} is too large for a table of marks")
        data = asked.download.read_bytes()
    except OSError as error:
        raise AuthoringError(f"{asked.download} can't be read ({error.strerror})") from error
    return fill(data, asked.download.name, marks, asked.column)


def _default(asked: Asked) -> Path:
    if asked.to in _TABLES:
        return _FOLDER / f"{asked.assignment}{_TABLES[asked.to][0]}"
    return _FOLDER / f"{asked.assignment}-{asked.to}{'.csv' if asked.to in _FILLED else ''}"


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
        os.replace(partial, path)
    except OSError as error:
        raise AuthoringError(
            f"{path} can't be written ({error.strerror}); name another file with --output"
        ) from error


def _write_folder(
    folder: Path, marks: Sequence[Mark], results: Callable[[Mark], dict[str, Any]]
) -> None:
    """A file for each person who has a mark; what an earlier export left of the others goes."""
    for mark in marks:
        if "/" in mark.student or mark.student.startswith("."):
            raise AuthoringError(
                f"the id {mark.student!r} can't be a file's name; leave it out with --student"
            )
        path = folder / f"{mark.student}.json"
        if mark.score is None:
            path.unlink(missing_ok=True)
        else:
            text = json.dumps(results(mark), indent=1, ensure_ascii=False)
            _write(path, f"{text}\n".encode("utf-8", "replace"))


def _told(marks: Sequence[Mark]) -> list[str]:
    """What the reader of an export can't see in it."""
    notes = []
    for mark in marks:
        if mark.score is None:
            why = f": {mark.why.partition(chr(10))[0]}" if mark.why else ""
            notes.append(f"{mark.student} has no mark: {mark.state}{why}")
    waiting = sum(mark.score is not None and mark.state is MarkState.WAITS for mark in marks)
    if waiting:
        notes.append(
            f"{waiting} wait for a person's points, which count 0 so far (state: "
            f"{MarkState.WAITS}); grade by hand and export again, or leave them out with "
            "--finished-only"
        )
    return notes
