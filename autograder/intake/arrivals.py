"""Every file that came in, once: walked out of folders and archives, on disk under its hash.

`gather` opens archives in archives (a student's zip in the class's zip) and lays every file's
bytes into a spool folder under their SHA-256, so that nothing is in memory and the same bytes
are there once. What can't be had is an arrival too, with the reason.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from autograder.errors import AuthoringError, SandboxError
from autograder.intake.archive import BROKEN, Bounds, Member, Reader, TooMuch, members
from autograder.intake.names import BadName, archive_stem, is_noise, parts_of

__all__ = ["Arrival", "gather"]

_DEEPEST = 3
"""Archives in archives: the class's, a student's, and one more that a student packed twice."""
_CHUNK = 1 << 16
_STUDENTS = Bounds(total_bytes=512 << 20, members=2_000)
"""What an archive inside another may hold."""


@dataclass(frozen=True)
class Arrival:
    """One file that came in.

    `origin` numbers the path that was given; `shown` is where in it the file lay, and `parts`
    the same as clean names, with an opened archive's name standing as a folder's.
    """

    origin: int
    shown: str
    parts: tuple[str, ...] = ()
    size: int = 0
    sha256: str = ""
    content: Path | None = None
    modified: datetime | None = None
    opened: bool = False
    """An archive whose members are arrivals of their own."""
    noise: bool = False
    refused: str = ""


@dataclass
class _Spool:
    """The folder of contents, and how much it may still take."""

    folder: Path
    bounds: Bounds
    room: int = field(init=False)

    def __post_init__(self) -> None:
        self.room = self.bounds.total_bytes

    def take(self, reader: Reader) -> tuple[Path, str, int]:
        """Copy a file in: its place, SHA-256 and size. Raises `BROKEN` where it can't be read."""
        digest, size = hashlib.sha256(), 0
        partial = self.folder / "partial"
        with partial.open("wb") as file:
            while chunk := reader.read(_CHUNK):
                size += len(chunk)
                self.room -= len(chunk)
                if size > self.bounds.member_bytes:
                    raise TooMuch(f"it has more than {self.bounds.member_bytes:,} bytes")
                if self.room < 0:
                    raise TooMuch(f"all of it together is over {self.bounds.total_bytes >> 20} MiB")
                digest.update(chunk)
                _write(file, chunk)
        place = self.folder / digest.hexdigest()
        os.replace(partial, place)
        return place, digest.hexdigest(), size


def gather(paths: list[Path], spool: Path, bounds: Bounds | None = None) -> list[Arrival]:
    """Every file in `paths` (folders, archives, files), with contents in the folder `spool`.

    Raises `AuthoringError` for a path that isn't there, `SandboxError` where the disk is full.
    """
    taken = _Spool(spool, bounds or Bounds())
    found: list[Arrival] = []
    for origin, path in enumerate(paths):
        if not path.exists():
            raise AuthoringError(f"there is no {path}; give the download's file or folder")
        name = path.resolve().name or "root"
        if path.is_dir():
            for file, parts in _walk(path):
                found += _from_disk(taken, file, Arrival(origin, "/".join(parts)), (name, *parts))
        else:
            found += _from_disk(taken, path.resolve(), Arrival(origin, name), (name,), given=True)
    return found


def _walk(folder: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """Every entry below the folder, in the order of names; folders only where they are empty."""
    stack: list[tuple[Path, tuple[str, ...]]] = [(folder, ())]
    while stack:
        here, parts = stack.pop()
        below: list[tuple[Path, tuple[str, ...]]] = []
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError as error:
            if not parts:
                raise AuthoringError(f"{folder} can't be read ({error.strerror})") from error
            entries = []
        if not entries and parts:
            yield here, parts
        for entry in entries:
            place = (Path(entry.path), (*parts, entry.name))
            if entry.is_dir(follow_symlinks=False):
                below.append(place)
            else:
                yield place
        stack += reversed(below)


def _from_disk(
    spool: _Spool, path: Path, arrival: Arrival, names: tuple[str, ...], given: bool = False
) -> list[Arrival]:
    arrival = replace(arrival, shown=arrival.shown.encode("utf-8", "replace").decode())
    try:
        parts = parts_of("/".join(name.replace("\\", "_") for name in names))
        status = path.lstat()
    except (BadName, OSError) as error:
        return [replace(arrival, refused=_words(error))]
    if stat.S_ISLNK(status.st_mode):
        why = "it is a link, and links are not followed"
        return [replace(arrival, parts=parts, refused=why)]
    if not stat.S_ISREG(status.st_mode):
        is_folder = stat.S_ISDIR(status.st_mode)
        why = "the folder is empty, or can't be read" if is_folder else "it is not a regular file"
        return [replace(arrival, parts=parts, refused=why)]
    modified = datetime.fromtimestamp(status.st_mtime, UTC)
    if archive_stem(path.name) and (given or status.st_size > spool.bounds.member_bytes):
        # A class's own archive may be larger than a file of a student's, and isn't copied.
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            return [replace(arrival, refused=_words(error))]
        whole = replace(arrival, size=status.st_size, sha256=digest)
        return _opened(spool, whole, path, parts, spool.bounds, 1)
    try:
        with path.open("rb") as reader:
            member = Member(path.name, parts, reader, modified)
            return _taken(spool, arrival, member, parts, 1)
    except PermissionError as error:
        return [replace(arrival, parts=parts, refused=_words(error))]


def _taken(
    spool: _Spool, arrival: Arrival, member: Member, parts: tuple[str, ...], depth: int
) -> list[Arrival]:
    """A file's arrival; an archive's with those of its members."""
    if member.refused or member.reader is None:
        return [replace(arrival, parts=parts, refused=member.refused, noise=_is_noise(parts))]
    try:
        content, digest, size = spool.take(member.reader)
    except TooMuch as error:
        return [replace(arrival, parts=parts, refused=str(error))]
    except BROKEN as error:
        why = f"it is damaged ({_words(error)}); ask the student to hand in again"
        return [replace(arrival, parts=parts, refused=why)]
    arrival = replace(
        arrival, parts=parts, size=size, sha256=digest, content=content, modified=member.modified
    )
    if _is_noise(parts):
        return [replace(arrival, noise=True)]
    if archive_stem(parts[-1]) is None:
        return [arrival]
    return _opened(spool, arrival, content, parts, _STUDENTS, depth)


def _opened(
    spool: _Spool, arrival: Arrival, path: Path, parts: tuple[str, ...], bounds: Bounds, depth: int
) -> list[Arrival]:
    """An archive and what is in it.

    One that can't be opened at all is a file like any other, and says so when it is graded;
    one that wants too much is refused from that point on.
    """
    if depth > _DEEPEST:
        return [replace(arrival, refused=f"archives lie more than {_DEEPEST} deep in it")]
    name = parts[-1] if parts else arrival.shown
    found: list[Arrival] = []
    why = ""
    try:
        for member in members(path, name, bounds):
            shown = f"{arrival.shown}/{member.name}".encode("utf-8", "replace").decode()
            inner = Arrival(arrival.origin, shown)
            found += _taken(spool, inner, member, (*parts, *member.parts), depth + 1)
    except TooMuch as error:
        why = f"{error}; the rest of it was not read"
    except BROKEN as error:
        why = f"it is damaged ({_words(error)})"
    if why and (found or not arrival.content):
        return [replace(arrival, opened=True, refused=why), *found]
    if why and "damaged" not in why:
        return [replace(arrival, refused=why)]
    return [arrival if why else replace(arrival, opened=True), *found]


def _is_noise(parts: tuple[str, ...]) -> bool:
    return bool(parts) and is_noise(parts)


def _write(file: IO[bytes], chunk: bytes) -> None:
    try:
        file.write(chunk)
    except OSError as error:  # ours, and not the archive's
        raise SandboxError(
            f"the files can't be laid down ({error.strerror}); make room, or set TMPDIR to a "
            "folder with more of it, and collect again"
        ) from error


def _words(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"it can't be read ({error.strerror})"
    return str(error) or type(error).__name__
