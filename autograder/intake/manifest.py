"""The manifest of a collection: one line for every file that came in, and what became of it.

Kept as JSON in `submitted/.manifests/<assignment>-<time>.json`; nbgrader passes over folders
that start with a dot.
"""

import os
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec

from autograder.errors import AuthoringError

__all__ = ["FOLDER", "Handed", "Line", "Manifest", "Verdict", "load_manifests", "save_manifest"]

FOLDER = ".manifests"


class Verdict(StrEnum):
    """What became of a file."""

    USED = "used"
    """It lies in `submitted/`, byte for byte."""
    SUPERSEDED = "superseded"
    """Another one of the same person is used in its place."""
    REFUSED = "refused"
    """It could not be taken; `why` says what to do."""
    OPENED = "opened"
    """An archive, whose files have lines of their own."""
    LEFT_OUT = "left out"
    """Nobody handed it in: a system's, an editor's or the download's own."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One file that came in; several lines where it belongs to a group."""

    origin: str
    """The path that was given to `autograder collect`."""
    file: str
    """Where in it the file lay; archives in archives stand like folders."""
    verdict: Verdict
    bytes: int = 0
    sha256: str = ""
    student: str = ""
    target: str = ""
    """Of a used file: its path below `submitted/<student>/<assignment>/`."""
    why: str = ""


class Handed(msgspec.Struct, frozen=True, kw_only=True):
    """One person of a collection."""

    student: str
    name: str = ""
    known: bool = False
    origin: str = ""
    kind: str = ""
    handed_in: datetime | None = None
    late: bool = False
    """Marked late by the LMS; nbgrader works out its own lateness from `handed_in`."""
    state: str = ""
    """new, replaced, unchanged, kept (what lies there is newer) or refused."""
    notes: tuple[str, ...] = ()


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one run of `autograder collect`."""

    assignment: str
    collected: datetime
    kinds: dict[str, str]
    """Of each path that was given: which system made it."""
    roster: str = ""
    people: tuple[Handed, ...] = ()
    lines: tuple[Line, ...] = ()
    version: int = 1

    def of(self, verdict: Verdict) -> list[Line]:
        """The lines with this verdict."""
        return [line for line in self.lines if line.verdict is verdict]

    @property
    def strangers(self) -> list[Handed]:
        """People whom the roster doesn't have."""
        return [one for one in self.people if self.roster and not one.known]


def save_manifest(submitted: Path, manifest: Manifest) -> Path:
    """Write it whole or not at all; returns the path."""
    folder = submitted / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    stamp = manifest.collected.strftime("%Y%m%dT%H%M%S.%fZ")
    path = folder / f"{manifest.assignment}-{stamp}.json"
    partial = path.with_suffix(".partial")
    partial.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1) + b"\n")
    os.replace(partial, path)
    return path


def load_manifests(submitted: Path, assignment: str) -> list[Manifest]:
    """The assignment's manifests, the oldest first.

    Raises `AuthoringError` for one that can't be read.
    """
    return sorted(_load(submitted, assignment), key=lambda manifest: manifest.collected)


def _load(submitted: Path, assignment: str) -> Iterator[Manifest]:
    for path in (submitted / FOLDER).glob("*.json"):
        try:
            manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
        except (OSError, msgspec.MsgspecError) as error:
            raise AuthoringError(
                f"{path} is not a manifest of this version ({error}); move it away, and run "
                "`autograder collect` again"
            ) from error
        if manifest.assignment == assignment:
            yield manifest
