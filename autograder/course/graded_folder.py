"""`autograded/<student>/<assignment>/`: written whole or not at all.

Files are written into a folder of another name beside it, which then takes its place. A run that
is killed in between leaves the old folder or none; what it has begun is removed by the next one.
"""

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

__all__ = ["remove_folder", "write_folder"]


def write_folder(target: Path, files: Mapping[str, bytes], mode: int, groupshared: bool) -> None:
    """Put `files`, by relative path, into the folder `target`, in the place of all that is there.

    `mode` is each file's; where the course is `groupshared`, folders get nbgrader's mode for it.
    """
    new = target.with_name(f".{target.name}.new")
    _clear(new)
    new.mkdir(parents=True)
    for name, data in files.items():
        path = new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)
    if groupshared:
        for folder in (new.parent, new, *(path for path in new.rglob("*") if path.is_dir())):
            folder.chmod((folder.stat().st_mode | 0o2770) & 0o2777)
    _put_aside(target)
    os.replace(new, target)
    _clear(_aside(target))


def remove_folder(target: Path) -> None:
    """Remove the folder `target` and what an earlier run may have left half-way beside it."""
    _put_aside(target)
    _clear(_aside(target))
    _clear(target.with_name(f".{target.name}.new"))


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _put_aside(target: Path) -> None:
    _clear(_aside(target))
    if target.exists():
        os.replace(target, _aside(target))


def _clear(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
