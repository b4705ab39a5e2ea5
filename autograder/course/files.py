"""What lies in a submission's folder: links, a time stamp, data files beside the notebooks."""

import stat
from collections.abc import Callable
from pathlib import Path

from autograder.errors import SubmissionError
from autograder.sandbox.policy import Limits

__all__ = ["check_timestamp", "files_beside", "links_in", "no_link", "no_link_to"]

_SPARE_FILES = 200
"""Files that a notebook may still make, of those that its working folder may hold."""
_LONGEST_TIMESTAMP = 1000
"""Bytes."""


def links_in(folder: Path) -> list[Path]:
    """The links in a folder, at any depth; none of them is followed."""
    return sorted(path for path in folder.rglob("*") if path.is_symlink())


def no_link(path: Path) -> None:
    """Raises `SubmissionError` where a notebook is a link."""
    if path.is_symlink():
        raise SubmissionError(
            f"{path.name} is a link, and links are not followed. Ask for the file itself."
        )


def no_link_to(folder: Path) -> None:
    """Raises `SubmissionError` where a submission's folder, or its student's, is a link."""
    if folder.is_symlink() or folder.parent.is_symlink():
        raise SubmissionError(
            "the submission's folder is a link, and links are not followed. "
            "Ask for the files themselves."
        )


def check_timestamp(folder: Path, parse: Callable[[str], object]) -> None:
    """Raises `SubmissionError` where `timestamp.txt` is there and `parse(folder)` can't read it.

    What is no small regular file is not opened: a pipe has no end.
    """
    path = folder / "timestamp.txt"
    if not path.exists():
        return
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LONGEST_TIMESTAMP:
            raise ValueError("it is no file of one line")
        parse(str(folder))
    except Exception as error:  # nbgrader itself fails while it complains
        raise SubmissionError(
            "timestamp.txt beside the notebook holds no time; correct or remove it, and grade again"
        ) from error


def files_beside(folder: Path, limits: Limits) -> tuple[dict[str, bytes], list[str]]:
    """A submission's data files by relative path, and the names of what is not taken along.

    Links, notebooks and names that are not UTF-8 are not. Raises `SubmissionError` where the
    files would fill the student's working folder.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    room = (limits.scratch_mib << 20) * 3 // 4
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.suffix == ".ipynb" or path.is_dir():
            continue
        if path.is_symlink() or not path.is_file() or not _is_utf8(name):
            left_out.append(ascii(name))
            continue
        size = path.stat().st_size
        room -= size
        if room < 0 or size > limits.file_mib << 20:
            raise SubmissionError(
                f"the files beside the notebook are too large (at {name}); a file may have "
                f"{limits.file_mib} MiB. Ask for them without data that the course provides."
            )
        if len(files) >= limits.scratch_files - _SPARE_FILES:
            raise SubmissionError(
                f"more than {len(files):,} files lie beside the notebook. "
                "Ask for them without what the notebook made."
            )
        files[name] = path.read_bytes()
    return files, left_out


def _is_utf8(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
