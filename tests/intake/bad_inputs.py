"""Hand-ins that break graders, one for each line that was reported, and how each should end.

`PLACED` holds what stands in a student's folder: bytes, a link, or a folder (None).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.intake.status import State
from tests.intake import manglings as m
from tests.intake.downloads import notebook, zipped

GOOD = notebook("sum(xs)")


@dataclass(frozen=True)
class Link:
    """A symbolic link to here."""

    target: str


@dataclass(frozen=True)
class BadInput:
    """A line of the table: what was handed in, and how it ends."""

    line: str
    files: dict[str, bytes | Link | None]
    state: State
    why: str = ""
    """Part of what status, or the manifest, says."""
    noted: bool = False
    """Whether the report has a note on what was put right."""


def lay(bad: BadInput, folder: Path) -> None:
    """Put the hand-in into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in bad.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.mkdir()
        elif isinstance(content, Link):
            path.symlink_to(content.target)
        else:
            path.write_bytes(content)


def _ungraded(line: str, data: bytes, why: str) -> BadInput:
    return BadInput(line, {"lesson.ipynb": data}, State.UNGRADED, why)


def _graded(line: str, data: bytes) -> BadInput:
    return BadInput(line, {"lesson.ipynb": data}, State.GRADED)


def _renamed(name: str) -> BadInput:
    return BadInput(name, {name: GOOD}, State.GRADED, f"renamed from {name}")


def _changed(change: Callable[[Any], None]) -> bytes:
    content = json.loads(GOOD)
    change(content)
    return json.dumps(content).encode()


def _v3(content: Any) -> None:
    cells = content.pop("cells")
    for cell in cells:
        cell.pop("id")
        if cell["cell_type"] == "code":
            cell["input"] = cell.pop("source")
            cell["language"] = "python"
            cell["prompt_number"] = cell.pop("execution_count")
    content.update(nbformat=3, nbformat_minor=0, worksheets=[{"cells": cells, "metadata": {}}])
    content["metadata"] = {"name": ""}


def _repaired(line: str, change: m.Change, why: str = "") -> BadInput:
    files: dict[str, bytes | Link | None] = {"lesson.ipynb": _changed(change)}
    return BadInput(line, files, State.GRADED, why, noted=bool(why))


def _pointing(name: str) -> m.Change:
    """The test's grade_id becomes another."""

    def change(content: Any) -> None:
        m.cell_of(content, "sum-test")["metadata"]["nbgrader"]["grade_id"] = name

    return change


def _easier(content: Any) -> None:
    cell = m.cell_of(content, "sum-test")
    cell["source"], cell["metadata"]["nbgrader"]["points"] = "pass", 2000


def _without_schema(content: Any) -> None:
    for cell in content["cells"]:
        cell["metadata"].get("nbgrader", {}).pop("schema_version", None)


def _two_attempts(content: Any) -> None:
    """A second attempt below the first, no test, and no metadata that says which one counts."""
    m.pasted("sum-solution")(content)
    m.cell_of(content, "copy-of-sum-solution")["source"] = "def total(xs):\n    return 0"
    m.both(m.deleted("sum-test"), m.bare)(content)


def _each_cell(key: str, value: object = ...) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        for cell in content["cells"]:
            cell.pop(key, None)
            if value is not ...:
                cell[key] = value

    return change


def _minor_4(content: Any) -> None:
    _each_cell("id")(content)
    content["nbformat_minor"] = 4


_KERNEL = {"kernelspec": {"name": "conda-env-dl", "display_name": "DL", "language": "python"}}
_KERNEL_R = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
_CONFLICT = GOOD.replace(b' "cells"', b'<<<<<<< HEAD\n "cells"', 1)
_BROKEN = bytearray(zipped([("a.txt", b"one" * 99), ("lesson.ipynb", GOOD)]))
_BROKEN[40] ^= 0xFF

BAD_INPUTS = [
    _ungraded("0 bytes", b"", "lesson.ipynb is empty"),
    _ungraded("NUL-filled", b"\0" * 5000, "holds nothing but blanks or NUL bytes"),
    _ungraded("JSON cut off half-way", GOOD[: len(GOOD) // 2], "cut off before its end"),
    _ungraded("a login page", b"<!DOCTYPE html><p>Log in", "probably the LMS's login page"),
    _ungraded("git conflict markers", _CONFLICT, "git conflict markers are in it (line 2)"),
    _ungraded("null", b"null", "it is JSON"),
    _ungraded("a list", b"[]", "it is JSON"),
    _ungraded("no nbformat", b'{"cells": []}', "it has no nbformat number"),
    _ungraded("nbformat 5", _changed(lambda c: c.update(nbformat=5)), "notebook format 5"),
    _ungraded("a zip renamed", zipped([("lesson.ipynb", GOOD)]), "it is a zip archive"),
    _ungraded("a PDF renamed", b"%PDF-1.7\n\xe2\xe3\xcf\xd3", "it is a PDF"),
    _graded("UTF-8 with BOM", b"\xef\xbb\xbf" + GOOD),
    _graded("UTF-16", GOOD.decode().encode("utf-16")),
    _graded("nbformat 3", _changed(_v3)),
    _graded("minor 4 without ids", _changed(_minor_4)),
    _graded("duplicate cell ids", _changed(_each_cell("id", "same"))),
    _graded("missing outputs", _changed(_each_cell("outputs"))),
    _graded("extra keys", _changed(_each_cell("vendor", {"x": 1}))),
    _graded("minor 4 with ids", _changed(lambda c: c.update(nbformat_minor=4))),
    _graded("wrong kernelspec", _changed(lambda c: c.update(metadata=_KERNEL))),
    _graded("another language's kernelspec", _changed(lambda c: c.update(metadata=_KERNEL_R))),
    _graded("no metadata at all", _changed(lambda c: c.pop("metadata"))),
    _graded("padded with NUL bytes", GOOD + b"\0" * 512),
    _ungraded("diff3's conflict markers", _CONFLICT.replace(b"<<<<<<< HEAD", b"||||||| 1f"),
              "line 2"),
    _ungraded("no cells", _changed(lambda c: c.update(cells=[])), "there is no cell in lesson"),
    _ungraded(
        "another assignment's notebook", _changed(lambda c: c.update(cells=c["cells"][:1])),
        "none of the assignment's cells is in lesson.ipynb",
    ),
    _ungraded(
        "two attempts, metadata and test gone", _changed(_two_attempts),
        "sum-solution could be cells 2 and 3",
    ),
    _repaired("metadata gone", m.without_metadata, "without nbgrader's metadata, known by"),
    _repaired("metadata and ids gone", m.bare, "known by its likeness: sum-solution"),
    _repaired("saved by Colab", m.colab, "known by its likeness: sum-solution"),
    _repaired("format 3 without metadata", m.version_3, "known by its likeness: sum-solution"),
    _repaired("grade_ids made new", m.renamed, "known by its likeness: sum-solution"),
    _repaired("CRLF", m.every(m.crlf)),
    _repaired("a test duplicated", m.pasted("sum-test"), "of several copies the last counts"),
    _repaired("a test deleted", m.deleted("sum-test"), "put back: sum-test"),
    _repaired("a test edited", _easier, "the author's text is back: sum-test"),
    _repaired("a test re-typed", m.retyped("sum-test", "raw"), "a code cell again: sum-test"),
    _repaired("a test re-pointed", _pointing("sum-solution"), "put back: sum-test"),
    _repaired("a test renamed", _pointing("mine"), "known by its cell id: sum-test"),
    _repaired("no schema_version", _without_schema),
    _repaired("a test above its answer", m.moved("sum-test", "sum-solution"), "moved below"),
    _repaired("answer and test merged", m.merged("sum-solution", "sum-test"), "put back"),
    _renamed("lesson (1).ipynb"),
    _renamed("lesson-1.ipynb"),
    _renamed("Lesson.ipynb"),
    _renamed("lesson.ipynb.json"),
    _renamed("lesson.ipynb.txt"),
    _renamed("my folder/lesson.ipynb"),
    _renamed("final version.ipynb"),
    BadInput(
        "torch.py and random.py beside it",
        {"lesson.ipynb": GOOD, "torch.py": b"import os; os._exit(1)", "random.py": b"1 / 0"},
        State.GRADED,
    ),
    BadInput("an empty folder", {}, State.REFUSED, "the folder is empty"),
    BadInput("the notebook is a folder", {"lesson.ipynb": None}, State.REFUSED, "folder is empty"),
    BadInput(
        "a broken link", {"lesson.ipynb": GOOD, "data.csv": Link("/no/such")}, State.GRADED,
        "it is a link, and links are not followed",
    ),
    BadInput("a link out", {"lesson.ipynb": Link("/etc/passwd")}, State.REFUSED, "it is a link"),
    BadInput(
        "zips in the zip, __MACOSX, checkpoints, a folder around",
        {
            "all.zip": zipped(
                [
                    ("__MACOSX/._lesson.ipynb", b"\0\5"),
                    ("inner.zip", zipped([("w/lesson.ipynb", GOOD), ("w/d.csv", b"1")])),
                    (".ipynb_checkpoints/lesson-checkpoint.ipynb", b"{}"),
                ]
            )
        },
        State.GRADED,
        "renamed from all.zip/inner.zip/w/lesson.ipynb",
    ),
    BadInput("one corrupt member", {"a.zip": bytes(_BROKEN)}, State.GRADED, "it is damaged"),
    BadInput(
        "one ../ member", {"a.zip": zipped([("../x", b"x"), ("lesson.ipynb", GOOD)])},
        State.GRADED, "leads out of its folder",
    ),
    BadInput(
        "a bomb", {"a.zip": zipped([("x", b"\0" * (20 << 20)), ("lesson.ipynb", GOOD)])},
        State.GRADED, "as only a zip bomb does",
    ),
    BadInput("two files for one person", {"lesson.ipynb": b"<html>", "lesson (1).ipynb": GOOD},
             State.GRADED, "this one is not a notebook"),
]  # fmt: skip

ODD_IDS = ["two words", "a+b", "o'neil", "(x)", "100%", "{y}", "[z]", "a,b", "李小龍", "Ångström"]
