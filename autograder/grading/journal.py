"""What a run has done, as lines of JSON that are only ever added.

A line is written when a submission's notebook, report and grades are written, and not before:
a run that is killed at any moment grades again what has no line, and nothing else. `key` is the
fingerprint of all that the grades follow from (`grading.fingerprint`), so that a line also
says which submissions are up to date. A last line that was torn by a crash is passed over.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import msgspec

__all__ = ["Done", "Journal"]


class Done(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A submission that is dealt with: graded, or ungraded with a reason that will last."""

    student: str
    key: str
    at: str = ""
    """When, in UTC, as ISO 8601."""
    graded: bool = True


class Journal:
    """The journal in the file `path`; a context manager."""

    def __init__(self, path: Path) -> None:
        """Read what is there, and open it for more; raises `OSError` where it can't be."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._last: dict[str, Done] = {}
        data = path.read_bytes() if path.exists() else b""
        for line in data.split(b"\n"):
            done = _read(line)
            if done is not None:
                self._last[done.student] = done
        self._file: IO[bytes] = path.open("ab", buffering=0)
        if data and not data.endswith(b"\n"):
            self._file.write(b"\n")

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_exception: object) -> None:
        self._file.close()

    def last(self, student: str) -> Done | None:
        """The last line about a student."""
        return self._last.get(student)

    def add(self, batch: Iterable[Done]) -> None:
        """Add lines; they are on the disk when this returns."""
        lines = list(batch)
        if lines:
            self._file.write(b"".join(msgspec.json.encode(done) + b"\n" for done in lines))
            os.fsync(self._file.fileno())
            self._last |= {done.student: done for done in lines}


def _read(line: bytes) -> Done | None:
    try:
        return msgspec.json.decode(line, type=Done)
    except (msgspec.DecodeError, UnicodeDecodeError):  # torn, or empty
        return None
