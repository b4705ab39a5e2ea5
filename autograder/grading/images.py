"""The images of a notebook, as data: in its page: attachments, and files that lie beside it."""

import base64
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from autograder.pages.safe import data_address, data_image

__all__ = ["image_files", "images_in"]

_KINDS = {
    ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
    ".gif": "image/gif", ".webp": "image/webp",
}  # fmt: skip
_LARGEST_BYTES = 100_000


def images_in(folder: Path) -> Callable[[str, Mapping[str, Any]], str | None]:
    """Finds the images that cells of a notebook in `folder` name; nothing outside, no link."""

    root = folder.resolve()

    def find(address: str, cell: Mapping[str, Any]) -> str | None:
        if address.startswith("data:"):
            return data_address(address)
        if address.startswith("attachment:"):
            return _attached(cell, unquote(address.removeprefix("attachment:")))
        return _file(root, unquote(address))

    return find


def image_files(folder: Path) -> list[Path]:
    """The files beside a notebook that a page may show, in order."""
    root = folder.resolve()
    return sorted(path for path in root.rglob("*") if _may_be_shown(root, path))


def _attached(cell: Mapping[str, Any], name: str) -> str | None:
    attachments = cell.get("attachments")
    bundle = attachments.get(name) if isinstance(attachments, Mapping) else None
    if not isinstance(bundle, Mapping):
        return None
    kinds = [kind for kind in _KINDS.values() if isinstance(bundle.get(kind), str)]
    return data_image(kinds[0], bundle[kinds[0]]) if kinds else None


def _file(root: Path, name: str) -> str | None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\0" in name:
        return None
    path = root.joinpath(*parts)
    if not _may_be_shown(root, path):
        return None
    encoded = base64.b64encode(path.read_bytes()).decode()
    return data_image(_KINDS[path.suffix.lower()], encoded)


def _may_be_shown(root: Path, path: Path) -> bool:
    try:
        return (
            path.suffix.lower() in _KINDS
            and path.resolve() == path  # no link, nowhere on the way
            and path.is_relative_to(root)
            and path.is_file()
            and path.stat().st_size <= _LARGEST_BYTES
        )
    except OSError:  # a name too long, among others
        return False
