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
    _graded("wrong kernelspec", _changed(lambda c: c.update(metadata=_KERNEL))),
    _renamed("lesson (1).ipynb"),
    _renamed("lesson-1.ipynb"),
    _renamed("Lesson.ipynb"),
    _renamed("lesson.ipynb.json"),
    _renamed("lesson.ipynb.txt"),
    _renamed("my folder/lesson.ipynb"),
    _renamed("final version.ipynb"),
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
