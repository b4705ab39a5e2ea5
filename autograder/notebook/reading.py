"""Reads what was handed in: bytes in some encoding that claim to be a notebook.

`read` mends what can be mended safely (byte order marks, UTF-16, NUL bytes at the end, control
characters, notebook format 3, odd cell types and numbers of the format) and says in
a `SubmissionError` what the file is instead, where it can't be read.
"""

import json
import re
import stat
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from autograder.errors import SubmissionError
from autograder.notebook.cells import Notebook, NotebookNode, grade_id, nbformat

__all__ = ["is_made_up", "outline", "parse", "plain_cells", "read", "read_bytes"]

_CONFLICT = re.compile(r"^(<{7}|[|]{7}|={7}|>{7})( |$)", re.MULTILINE)
_MADE_UP = re.compile(r"cell-\d+(-again)*")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_DEPTH = 100
"""Levels of JSON; copying and writing recurse, and nbformat's own are 7 deep."""
_LARGEST_BYTES = 16 << 20
_MOST_NODES = 200_000
"""Brackets and braces of a notebook; each becomes an object a hundred times its size."""
_CELL_KEYS = {
    "attachments", "cell_type", "execution_count", "id", "metadata", "outputs", "source"
}  # fmt: skip
_BINARY = {
    b"PK": "a zip archive, or a file of an office program",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a gz archive",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
"""What people rename to .ipynb, by its first bytes."""
_AGAIN = "Ask the student to hand in again."


def read(path: Path) -> Notebook:
    """The notebook in the file `path`, in notebook format 4.

    Raises `SubmissionError` with what the file is instead.
    """
    return parse(read_bytes(path), path.name)


def parse(data: bytes, name: str) -> Notebook:
    """The notebook in `data`; `name` is what messages call it. Raises `SubmissionError`."""
    content = _content(data, name)
    try:
        notebook = nbformat.from_dict(content)
        if content["nbformat"] == 3:
            _check_sheets(content["worksheets"])
            notebook = nbformat.convert(notebook, 4)
            for cell in notebook.cells:  # the converter's ids are random
                cell.pop("id", None)
        return _plain_where_odd(_normalised(notebook))
    except Exception as error:  # nbformat raises whatever a missing or odd key gives
        raise SubmissionError(
            f"{name} is not a whole notebook ({type(error).__name__}: {error}). {_AGAIN}"
        ) from error


def outline(path: Path) -> list[tuple[str, str]]:
    """The grade_id and the source of each cell, without a look at anything else.

    A tenth of what `read` costs. Raises `SubmissionError` for what can't be a notebook.
    """
    content = _content(read_bytes(path), path.name)
    sheets = content.get("worksheets") if content["nbformat"] == 3 else [content]
    found = []
    for sheet in sheets if isinstance(sheets, list) else []:
        cells = sheet.get("cells") if isinstance(sheet, dict) else None
        for cell in cells if isinstance(cells, list) else []:
            if isinstance(cell, dict):
                source = cell.get("source", cell.get("input", ""))
                parts = source if isinstance(source, list) else [source]
                found.append((grade_id(cell), "".join(map(str, parts))))
    return found


def plain_cells(data: bytes, name: str) -> tuple[str, list[dict[str, Any]]]:
    """The language and the cells, as they stand in the JSON of a notebook in format 4.

    For notebooks that this kit has written: a hundredth of what `parse` costs. What a student
    put into a cell is still theirs: no key has to be there, nor to be what the format says.
    Raises `SubmissionError` for what is no notebook.
    """
    try:
        content = json.loads(data)
        cells = [cell for cell in content["cells"] if isinstance(cell, dict)]
        metadata = content.get("metadata", {})
        language = metadata.get("kernelspec", {}).get("language") or "python"
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise SubmissionError(
            f"{name} is not a whole notebook ({type(error).__name__}: {error}). Grade it again."
        ) from error
    return str(language), cells


def read_bytes(path: Path) -> bytes:
    """A handed-in file's bytes; raises `SubmissionError` for what is no file, or a huge one."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise SubmissionError(f"{path.name} is a folder, not a notebook. {_AGAIN}")
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device has no end
            raise SubmissionError(f"{path.name} is not a regular file. {_AGAIN}")
        size = status.st_size
        if size > _LARGEST_BYTES:
            raise SubmissionError(
                f"{path.name} has {size:,} bytes; {_LARGEST_BYTES:,} are allowed. "
                "Ask the student to clear the outputs and hand in again."
            )
        return path.read_bytes()
    except OSError as error:
        raise SubmissionError(
            f"{path.name} can't be opened ({error.strerror}). {_AGAIN}"
        ) from error


def _content(data: bytes, name: str) -> dict[str, Any]:
    """The JSON of something that says it is a notebook in format 3 or 4."""
    if data.count(b"{") + data.count(b"[") > _MOST_NODES:
        raise SubmissionError(
            f"{name} holds more lists and objects than a notebook has. "
            "Ask the student to clear the outputs and hand in again."
        )
    text = _text(data, name)
    try:
        content = json.loads(text, strict=False)  # control characters do no harm
        if _SURROGATE.search(text):  # halves of a pair can't be written again
            whole = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
            content = json.loads(whole)
    except (ValueError, RecursionError) as error:
        raise SubmissionError(f"{name} is not a notebook: {_what(text, error)} {_AGAIN}") from error
    version = _version(content)
    if version is None:
        what = "it is JSON" if not isinstance(content, dict) else "it has no nbformat number"
        raise SubmissionError(f"{name} is not a notebook: {what}. {_AGAIN}")
    if version not in (3, 4):
        raise SubmissionError(
            f"{name} is in notebook format {version}; 4 was expected (3 is converted). {_AGAIN}"
        )
    try:
        _check_depth(content)
    except ValueError as error:
        raise SubmissionError(f"{name} is not a whole notebook ({error}). {_AGAIN}") from error
    assert isinstance(content, dict)
    return {**content, "nbformat": version}


def _version(content: object) -> int | None:
    """The number of the format, also where it is written as text; None where there is none.

    What says 3 and has its cells where 4 has them is 4.
    """
    said = content.get("nbformat") if isinstance(content, dict) else None
    if isinstance(said, bool):
        return None
    try:
        version = int(said) if isinstance(said, int | float | str) else None
    except (ValueError, OverflowError):
        return None
    if version == 3 and isinstance(content, dict) and "worksheets" not in content:
        return 4
    return version


def _text(data: bytes, name: str) -> str:
    if not data.strip(b"\0 \t\r\n"):
        filled = "is empty" if not data else "holds nothing but blanks or NUL bytes"
        raise SubmissionError(f"{name} {filled}. {_AGAIN}")
    encoding = json.detect_encoding(data)
    try:
        return data.decode(encoding).lstrip("\ufeff").rstrip("\0 \t\r\n")
    except UnicodeDecodeError as error:
        known = next((what for start, what in _BINARY.items() if data.startswith(start)), "")
        what = f"it is {known}" if known else f"it can't be read as {encoding}"
        raise SubmissionError(f"{name} is not text: {what}. {_AGAIN}") from error


def _what(text: str, error: Exception) -> str:
    start = text.lstrip()[:200]
    if start.startswith("<") and not start.startswith("<<<<<<<"):
        return f"it starts with {start[:20]!r}, so it is probably the LMS's login page."
    conflict = _CONFLICT.search(text)
    if conflict:
        line = text.count("\n", 0, conflict.start()) + 1
        return f"git conflict markers are in it (line {line})."
    if not start:
        return "it is empty but for a byte order mark."
    if not start.startswith("{"):
        return f"it starts with {start[:20]!r}."
    ends = text.rstrip()
    if isinstance(error, json.JSONDecodeError) and (
        error.pos >= len(ends) or not ends.endswith("}") or error.msg.startswith("Unterminated")
    ):
        return "it is cut off before its end."
    return f"it is not valid JSON ({error})."


def _normalised(notebook: Notebook) -> Notebook:
    """The keys that everything downstream relies on."""
    cells = notebook.get("cells")
    if not isinstance(cells, Sequence) or isinstance(cells, str):
        raise ValueError("it has no list of cells")
    if not isinstance(notebook.get("metadata"), dict):
        notebook["metadata"] = NotebookNode()
    _drop_unless_dict(notebook["metadata"], "kernelspec", "language_info")
    notebook["nbformat"] = 4
    minor = notebook.get("nbformat_minor")
    notebook["nbformat_minor"] = max(minor, 5) if isinstance(minor, int) else 5
    seen: set[str] = set()
    for position, cell in enumerate(cells):
        if not isinstance(cell, dict):
            raise ValueError(f"cell {position + 1} is no cell")
        cell["source"] = "".join(cell.get("source") or "")
        if not isinstance(cell.get("metadata"), dict):
            cell["metadata"] = NotebookNode()
        _drop_unless_dict(cell["metadata"], "nbgrader")
        if cell.get("cell_type") not in ("code", "markdown", "raw"):
            cell["cell_type"] = _known_type(cell)
        if cell["cell_type"] == "code":
            cell["outputs"] = _outputs(cell.get("outputs"))
            if not isinstance(cell.get("execution_count"), int):
                cell["execution_count"] = None
        else:
            for key in ("outputs", "execution_count"):
                cell.pop(key, None)
        if not _attachments_fit(cell.get("attachments", {})):
            del cell["attachments"]
        identity = cell.get("id")
        if not isinstance(identity, str) or not _ID.fullmatch(identity) or identity in seen:
            cell["id"] = _free_id(position + 1, seen)
        seen.add(cell["id"])
    return notebook


def _known_type(cell: Notebook) -> str:
    """For a type that nbformat doesn't know (an editor's own, or none): what does no harm."""
    said = cell.get("cell_type", "")
    if not isinstance(said, str):
        raise ValueError(f"a cell is of the unknown type {said!r}")
    return {"": "code" if "outputs" in cell else "raw", "heading": "markdown"}.get(said, "raw")


def _plain_where_odd(notebook: Notebook) -> Notebook:
    """The notebook; without metadata that nobody needs, where nbformat's schema refuses it."""
    if nbformat.validator.isvalid(notebook):
        return notebook
    spec = notebook.metadata.get("kernelspec")
    notebook["metadata"] = NotebookNode({"kernelspec": spec} if spec else {})
    for cell in notebook.cells:
        nbgrader = cell.metadata.get("nbgrader")
        cell["metadata"] = NotebookNode({"nbgrader": nbgrader} if nbgrader else {})
        for key in set(cell) - _CELL_KEYS:
            del cell[key]
    if not nbformat.validator.isvalid(notebook):
        notebook["metadata"] = NotebookNode()
    return notebook


def _drop_unless_dict(metadata: NotebookNode, *keys: str) -> None:
    for key in keys:
        if not isinstance(metadata.get(key, {}), dict):
            del metadata[key]


def is_made_up(identity: str) -> bool:
    """Whether a cell's id is one that `read` gives to a cell that has none."""
    return _MADE_UP.fullmatch(identity) is not None


def _free_id(number: int, seen: Collection[str]) -> str:
    name = f"cell-{number}"
    while name in seen:
        name += "-again"
    return name


def _attachments_fit(attachments: object) -> bool:
    return isinstance(attachments, dict) and all(
        isinstance(bundle, dict) for bundle in attachments.values()
    )


def _check_sheets(sheets: object) -> None:
    """Raise `ValueError` for what is no notebook of format 3; nbformat's message says nothing."""
    found = sheets if isinstance(sheets, list) else [None]
    if not all(isinstance(sheet, dict) and isinstance(sheet.get("cells"), list) for sheet in found):
        raise ValueError("it has no list of cells")


def _check_depth(content: object) -> None:
    level = [content]
    for _ in range(_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    if level:
        raise ValueError(f"it is nested more than {_DEPTH} levels deep")


def _outputs(outputs: object) -> list[NotebookNode]:
    """Outputs that nbformat accepts; grading makes them anew anyway."""
    kept = outputs if isinstance(outputs, list) else []
    return [
        output
        for output in kept
        if isinstance(output, dict)
        and isinstance(output.get("output_type"), str)
        and nbformat.validator.isvalid(output, ref="output", version=4, version_minor=5)
    ]
