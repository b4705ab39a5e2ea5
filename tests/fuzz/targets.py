"""What is fuzzed: functions of bytes that may raise nothing but our own errors.

`SEEDS` gives each of them something to start from.
"""

from __future__ import annotations

import contextlib
import json
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

import nbformat

from autograder.errors import AutograderError
from autograder.intake.archive import Bounds
from autograder.intake.arrivals import gather
from autograder.notebook import outline, parse
from autograder.wire.messages import (
    Array,
    CellEnded,
    Forked,
    ListValue,
    MappingValue,
    Output,
    Reply,
    Returned,
    TupleValue,
    decode,
    encode,
)
from autograder.wire.values import from_value
from tests.intake import archives
from tests.intake.downloads import notebook as a_notebook
from tests.intake.downloads import zipped

__all__ = ["SEEDS", "TARGETS"]

_BOUNDS = Bounds(member_bytes=1 << 20, total_bytes=4 << 20, members=50)
_NAMES = ("a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.gz", "a.tgz", "a")


def notebook(data: bytes) -> None:
    """What the reader lets through can be written, and read again to the same."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.ipynb")
        path.write_bytes(data)
        with contextlib.suppress(AutograderError):
            outline(path)
    try:
        read = parse(data, "a.ipynb")
    except AutograderError:
        return
    text = nbformat.writes(read)
    assert read == parse(text.encode(), "a.ipynb"), "reading what was written gives another one"


def archive(data: bytes) -> None:
    """Every member has clean parts or a reason, whatever the bytes; the first names the ending."""
    name = _NAMES[data[0] % len(_NAMES)] if data else "a.zip"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data[1:])
        spool = Path(folder, "spool")
        spool.mkdir()
        for one in gather([path], spool, _BOUNDS):
            assert one.refused or one.opened or one.content
            for part in one.parts:
                assert part not in ("", ".", "..")
                assert not set(part) & set("/\\\0") or "\\" in part
                part.encode()


def wire(data: bytes) -> None:
    """A reply is decoded whole or not at all, and its value can be built or is refused."""
    try:
        message = decode(data, Reply, CellEnded, Forked)
    except AutograderError:
        return
    written = encode(message)  # compared as bytes, since NaN is unlike itself
    assert written == encode(decode(written, Reply, CellEnded, Forked))
    if isinstance(message, Reply):
        for result in message.results:
            for value in (result.value, *result.arguments):
                with contextlib.suppress(AutograderError):
                    from_value(value)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "notebook": notebook,
    "archive": archive,
    "wire": wire,
}


def _notebooks() -> list[bytes]:
    third = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": "1"}]}]}
    plain = a_notebook("sum(xs)")
    return [plain, plain.decode().encode("utf-16"), json.dumps(third).encode(), b"<html>", b"null"]


def _archives() -> list[bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tar = archives.tar_of(folder / "a", (tarfile.TarInfo("s/x"), b"x"), mode="w")
        packed = archives.tar_of(folder / "b", (tarfile.TarInfo("s/x"), b"x"), mode="w:gz")
        inner = zipped([("w/a.ipynb", b"{}")])
        return [
            b"\0" + zipped([("s/a.ipynb", b"{}"), ("s/b.zip", inner)]),
            b"\0" + archives.zip_link(folder / "c").read_bytes(),
            b"\0" + archives.encrypted(folder / "d").read_bytes(),
            b"\1" + tar.read_bytes(),
            b"\2" + packed.read_bytes(),
            b"\4" + packed.read_bytes(),
        ]


def _messages() -> list[bytes]:
    array = Array(dtype="float32", shape=(2,), data=b"\0" * 8)
    value = TupleValue((ListValue((1, 2.5, "x", None, True)), MappingValue((("k", array),))))
    output = Output(output_type="stream", name="stdout", text="x")
    return [
        encode(Reply((Returned(value),))),
        encode(CellEnded(0, (output,), 0.1)),
    ]


SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "notebook": _notebooks,
    "archive": _archives,
    "wire": _messages,
}
