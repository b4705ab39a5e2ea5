"""Feedback pages in a zip, named as an LMS wants them back to find whose each is.

Moodle (the assignment's Submissions > Upload multiple feedback files in a zip) takes
`<name>_<participant>_assignfeedback_file_<file>`: the number decides, the name is for people.
Read in `mod/assign/feedback/file/importziplib.php`: older versions look at files alone, and newer
ones split each part of the path by `_`, so that flat names without `_` before the number suit all.

Canvas (the assignment's Upload Submissions) takes a name that holds the user's id and then the id
of the file that was handed in, as its own download has them. Read in its assignment model
(`infer_comment_context_from_filename`): the first two runs of digits between `_` count, and both
have to be Canvas's. So a page has the name of the downloaded file, which `autograder collect`
has kept in its manifest, with another ending.
"""

import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.errors import AuthoringError
from autograder.intake.lms import canvas, moodle
from autograder.intake.manifest import Manifest, Verdict, load_manifests
from autograder.intake.roster import Person, Roster, load_roster

__all__ = ["SYSTEMS", "Parcel", "zipped"]

SYSTEMS = ("canvas", "moodle")
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A zip's first date: the same pages make the same bytes."""


@dataclass(frozen=True)
class Parcel:
    """How many pages are in the zip, and a sentence on each that is not."""

    files: int
    notes: tuple[str, ...]


def zipped(
    system: str,
    path: Path,
    pages: Mapping[str, Sequence[Path]],
    submitted: Path,
    assignment: str,
    roster: Path | None = None,
) -> Parcel:
    """Write the students' `pages` to the zip `path`, whole or not at all.

    Raises `AuthoringError` where the system isn't known, nothing can be named or nothing written.
    """
    if system not in SYSTEMS:
        raise AuthoringError(f"there is no zip for {system!r}; it is one of {', '.join(SYSTEMS)}")
    if roster is None and Path("roster.csv").is_file():
        roster = Path("roster.csv")
    people = {person.id: person for person in (load_roster(roster) if roster else Roster()).people}
    manifests = load_manifests(submitted, assignment)
    names: dict[str, Path] = {}
    notes = []
    for student, files in pages.items():
        for page in files:
            name = _name(system, student, page, people.get(student), manifests)
            if not name:
                notes.append(f"{student} is not in the zip: {_MISSING[system]}")
                break
            names[name] = page
    if not names:
        raise AuthoringError(f"no page can be named for {system}: {_MISSING[system]}")
    _write(path, names)
    return Parcel(len(names), tuple(notes))


_MISSING = {
    "canvas": "Canvas's own name of the file that was handed in is needed; collect Canvas's "
    "download with `autograder collect`, which keeps it",
    "moodle": "the participant's number is needed; give roster.csv a column moodle_id (the number "
    "in `Participant 4711`), or collect Moodle's download with `autograder collect`",
}


def _name(
    system: str, student: str, page: Path, person: Person | None, manifests: Sequence[Manifest]
) -> str:
    """The page's name in the zip; empty where the system could not tell whose it is."""
    handed = _handed_in(student, f"{page.stem}.ipynb", manifests)
    if system == "canvas":
        return canvas.returned_name(handed, page.suffix) if handed else ""
    number, name = moodle.participant(handed) if handed else ("", "")
    if person is not None:
        number, name = person.ids.get("moodle_id", "") or number, person.name or name
    return moodle.returned_name(name or student, number, page.name) if number else ""


def _handed_in(student: str, target: str, manifests: Sequence[Manifest]) -> str:
    """Where in its download the newest file of this student's notebook lay."""
    found = ""
    for manifest in manifests:
        for line in manifest.of(Verdict.USED):
            if line.student == student and PurePosixPath(line.target).name == target:
                found = line.file
    return found


def _write(path: Path, names: Mapping[str, Path]) -> None:
    partial = path.with_name(f"{path.name}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, page in names.items():
                member = zipfile.ZipInfo(name, _LONG_AGO)
                member.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(member, page.read_bytes(), compresslevel=6)
        os.replace(partial, path)
    except OSError as error:
        raise AuthoringError(
            f"{path} can't be written ({error.strerror}); name another file with --output"
        ) from error
