"""The data files that lie beside a submitted notebook."""

from pathlib import Path

from autograder.errors import SubmissionError
from autograder.sandbox.policy import Limits

__all__ = ["files_beside"]

_SPARE_FILES = 200
"""Files that a notebook may still make, of those that its working folder may hold."""


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
