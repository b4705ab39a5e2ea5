"""Puts submissions into `submitted/`, and what lay there before aside.

A submission is laid out whole in a hidden folder and then renamed into its place, so that a
killed run leaves either the old one or the new one. What it replaces is moved to
`submitted/.superseded/<assignment>-<time>/<student>/`; nothing is deleted.
"""

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from autograder.errors import AuthoringError, SandboxError
from autograder.intake.manifest import FOLDER
from autograder.intake.plan import Taken
from autograder.intake.times import nbgrader_text, parsed

__all__ = ["fingerprint", "handed_in", "locked", "put", "state_of"]

STAMP = "timestamp.txt"
_SUPERSEDED = ".superseded"
_STAMP_BYTES = 200


@contextlib.contextmanager
def locked(submitted: Path) -> Iterator[Path]:
    """A folder to lay submissions out in; while it lasts, no other collection writes.

    Raises `AuthoringError` where one does.
    """
    folder = submitted / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise AuthoringError(
                f"another `autograder collect` is writing to {submitted}; wait for it to end"
            ) from error
        with tempfile.TemporaryDirectory(dir=submitted, prefix=".incoming-") as incoming:
            yield Path(incoming)


def handed_in(submitted: Path, student: str, assignment: str) -> datetime | None:
    """The time that lies with a student's submission, if one does."""
    path = submitted / student / assignment / STAMP
    try:
        if path.stat().st_size > _STAMP_BYTES:
            return None
        return parsed(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return None


def state_of(submitted: Path, assignment: str, taken: Taken) -> str:
    """What laying a submission into its place would do: `new`, `replaced` or `unchanged`.

    Raises `AuthoringError` where a link or a file stands in the place of a folder.
    """
    home = submitted / taken.student.id
    place = home / assignment
    _check(home)
    _check(place)
    if not place.exists():
        return "new"
    return "unchanged" if fingerprint(place) == _planned(taken) else "replaced"


def put(submitted: Path, assignment: str, taken: Taken, incoming: Path, now: datetime) -> str:
    """Lay a submission into its place by way of `incoming`; returns what `state_of` said.

    Raises `AuthoringError` as it does, and `SandboxError` where the disk refuses.
    """
    state = state_of(submitted, assignment, taken)
    if state == "unchanged":
        return state
    place = submitted / taken.student.id / assignment
    try:
        new = incoming / taken.student.id
        new.mkdir()
        for choice in taken.used:
            target = new.joinpath(*choice.target)
            target.parent.mkdir(parents=True, exist_ok=True)
            assert choice.arrival.content is not None
            shutil.copyfile(choice.arrival.content, target)
        if taken.handed_in:
            (new / STAMP).write_text(_stamp(taken.handed_in), encoding="utf-8")
        _exchange(submitted, place, new, now)
    except OSError as error:
        raise SandboxError(
            f"{place} can't be written ({error.strerror or error}); mend that, and collect again"
        ) from error
    return state


def fingerprint(folder: Path) -> dict[str, str]:
    """SHA-256 of every file in a submission, by its path; links are named, not followed."""
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {os.readlink(path)}"
        elif path.is_file():
            with path.open("rb") as file:
                found[name] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def _planned(taken: Taken) -> dict[str, str]:
    found = {"/".join(choice.target): choice.arrival.sha256 for choice in taken.used}
    if taken.handed_in:
        found[STAMP] = hashlib.sha256(_stamp(taken.handed_in).encode()).hexdigest()
    return found


def _stamp(moment: datetime) -> str:
    return f"{nbgrader_text(moment)}\n"


def _exchange(submitted: Path, place: Path, new: Path, now: datetime) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        moment = now.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
        aside = submitted / _SUPERSEDED / f"{place.name}-{moment}" / place.parent.name
        aside.parent.mkdir(parents=True, exist_ok=True)
        os.rename(place, aside)
    os.rename(new, place)


def _check(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise AuthoringError(
            f"{folder} is a link or a file where a folder should be; move it away, and collect "
            "again"
        )
