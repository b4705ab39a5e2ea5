"""Reading notebooks: mended where that is safe, refused with a reason where it is not."""

from __future__ import annotations

import codecs
import json
import os
import random
from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.errors import AuthoringError, SubmissionError
from autograder.notebook import (
    find_source,
    grade_id,
    is_graded,
    is_manual,
    is_solution,
    max_points,
    namespace_at,
    parse,
    read,
    set_outputs,
    write,
)
from autograder.wire.messages import Output


def code(source: Any = "x = 1", **more: Any) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "a-cell",
        "metadata": {},
        "outputs": [],
        "source": source,
        **more,
    }


def markdown(source: Any = "# Title", **more: Any) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": "a-text", "metadata": {}, "source": source, **more}


def notebook(*cells: Any, **changed: Any) -> dict[str, Any]:
    """A notebook of format 4.5 as JSON has it; a key given as `...` is left out."""
    whole = {
        "cells": list(cells) or [markdown(), code()],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
        **changed,
    }
    return {key: value for key, value in whole.items() if value is not ...}


def text(content: Any = None) -> str:
    return json.dumps(notebook() if content is None else content, indent=1)


def sources(data: bytes) -> list[str]:
    return [cell.source for cell in parse(data, "attention.ipynb").cells]


def refusal(data: bytes) -> str:
    """The reason for which a file is refused."""
    with pytest.raises(SubmissionError) as caught:
        parse(data, "attention.ipynb")
    reason = str(caught.value)
    assert reason.startswith("attention.ipynb ")
    assert reason.endswith("Ask the student to hand in again.")
    return reason


# ---- what is read


def test_a_notebook_of_the_newest_format_is_read_as_it_is() -> None:
    content = notebook(markdown(), code(["x = 1\n", "x"]))

    got = parse(text(content).encode(), "attention.ipynb")

    assert ["# Title", "x = 1\nx"] == [cell.source for cell in got.cells]
    assert ["a-text", "a-cell"] == [cell.id for cell in got.cells]
    assert (4, 5) == (got.nbformat, got.nbformat_minor)


@pytest.mark.parametrize(
    "data",
    {
        "UTF-8 with BOM": text().encode("utf-8-sig"),
        "UTF-16 of this machine": text().encode("utf-16"),
        "UTF-16 little endian": codecs.BOM_UTF16_LE + text().encode("utf-16-le"),
        "UTF-16 big endian": codecs.BOM_UTF16_BE + text().encode("utf-16-be"),
        "UTF-16 without BOM": text().encode("utf-16-le"),
        "UTF-16 big endian without BOM": text().encode("utf-16-be"),
        "UTF-32": text().encode("utf-32"),
        "UTF-32 big endian": codecs.BOM_UTF32_BE + text().encode("utf-32-be"),
        "two BOMs": codecs.BOM_UTF8 + text().encode("utf-8-sig"),
        "lines that end as on Windows": text().replace("\n", "\r\n").encode(),
        "lines that end as on old Macs": text().replace("\n", "\r").encode(),
        "blanks around": b"\n\n  " + text().encode() + b"\n\n",
        "one line": json.dumps(notebook()).encode(),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_any_encoding_of_unicode_s_is_read(data: tuple[str, bytes]) -> None:
    assert ["# Title", "x = 1"] == sources(data[1])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_every_letter_survives(encoding: str) -> None:
    letters = "Zoë, Łukasz, 李, 🎓, \u2028, √d"
    content = json.dumps(notebook(markdown(letters)), ensure_ascii=False)

    assert [letters] == sources(content.encode(encoding))


@pytest.mark.parametrize(
    "content",
    {
        "minor 4 without ids": notebook(
            {k: v for k, v in code().items() if k != "id"}, nbformat_minor=4
        ),
        "minor 4 with ids": notebook(code(), nbformat_minor=4),
        "minor 0": notebook(code(), nbformat_minor=0),
        "no minor": notebook(code(), nbformat_minor=...),
        "no minor number": notebook(code(), nbformat_minor=None),
        "a minor of the future": notebook(code(), nbformat_minor=99),
        "a negative minor": notebook(code(), nbformat_minor=-1),
        "no metadata": notebook(code(), metadata=...),
        "metadata that is null": notebook(code(), metadata=None),
        "metadata that is a list": notebook(code(), metadata=[1]),
        "a wrong kernelspec": notebook(code(), metadata={"kernelspec": {"name": "conda-env-dl"}}),
        "a kernelspec that is null": notebook(code(), metadata={"kernelspec": None}),
        "a language that is text": notebook(code(), metadata={"language_info": "python"}),
        "extra keys": notebook(code(extra=[1, {}]), signature="sha256:0", extra=None),
        "missing outputs": notebook({"cell_type": "code", "source": "x = 1"}),
        "outputs that are null": notebook(code(outputs=None)),
        "outputs that are text": notebook(code(outputs="1")),
        "an output that is a number": notebook(code(outputs=[1, None, []])),
        "an output without type": notebook(code(outputs=[{"text": "x"}])),
        "an output of an unknown type": notebook(code(outputs=[{"output_type": "pickle"}])),
        "an output whose type is a list": notebook(code(outputs=[{"output_type": ["stream"]}])),
        "a stream without text": notebook(code(outputs=[{"output_type": "stream"}])),
        "a display without data": notebook(code(outputs=[{"output_type": "display_data"}])),
        "a display of a number": notebook(
            code(outputs=[{"output_type": "display_data", "data": 3, "metadata": {}}])
        ),
        "an error without traceback": notebook(code(outputs=[{"output_type": "error"}])),
        "an odd execution count": notebook(code(execution_count="In [3]")),
        "cell metadata that is null": notebook(code(metadata=None)),
        "nbgrader's metadata as a list": notebook(code(metadata={"nbgrader": ["points"]})),
        "an id with blanks": notebook(code(id="my cell")),
        "an id that is too long": notebook(code(id="x" * 65)),
        "an id that is empty": notebook(code(id="")),
        "an id that is a number": notebook(code(id=3)),
        "attachments that are null": notebook(code(), markdown("x = 1", attachments=None)),
        "an attachment that is a list": notebook(code(), markdown("x = 1", attachments={"a": []})),
        "NaN where a number may be": notebook(code(), metadata={"x": float("nan")}),
        "an old format number beside": notebook(code(), orig_nbformat=2),
    }.items(),
    ids=lambda pair: pair[0],
)
def test_what_can_be_mended_safely_is_read_and_can_be_written_again(
    content: tuple[str, Any], tmp_path: Path
) -> None:
    got = parse(text(content[1]).encode(), "attention.ipynb")
    write(got, tmp_path / "again.ipynb")
    again = read(tmp_path / "again.ipynb")

    assert "x = 1" == got.cells[0].source
    assert [cell.source for cell in got.cells] == [cell.source for cell in again.cells]
    assert [cell.id for cell in got.cells] == [cell.id for cell in again.cells]
    assert isinstance(got.metadata, dict)
    assert all(isinstance(cell.metadata, dict) for cell in got.cells)


def test_a_mended_notebook_is_valid_for_everyone_else(tmp_path: Path) -> None:
    content = notebook(
        code(id="two words", outputs=[{"output_type": "error"}, 3], execution_count="x"),
        {"cell_type": "code", "source": ["x = 1"]},
        markdown(attachments=None, metadata=None),
        {"cell_type": "raw", "source": "raw"},
        metadata=None,
    )

    nbformat.validate(parse(text(content).encode(), "n.ipynb"))


def test_outputs_that_are_whole_are_kept() -> None:
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["a\n", "b"]},
        {"output_type": "display_data", "data": {"text/plain": ["x"]}, "metadata": {}},
        {"output_type": "error", "ename": "E", "evalue": "v", "traceback": ["t"]},
    ]

    got = parse(text(notebook(code(outputs=outputs))).encode(), "n.ipynb")

    assert ["stream", "display_data", "error"] == [o.output_type for o in got.cells[0].outputs]


def test_duplicate_and_missing_ids_become_unique_and_the_first_keeps_its_own() -> None:
    cells = [code(id="cell-2"), code(id=None), code(id="same"), code(id="same"), code(id="cell-2")]

    names = [cell.id for cell in parse(text(notebook(*cells)).encode(), "n.ipynb").cells]

    assert ["cell-2", "same"] == [names[0], names[2]]
    assert 5 == len(set(names))


def test_a_notebook_of_format_3_is_converted_the_same_way_every_time() -> None:
    old = {
        "nbformat": 3,
        "nbformat_minor": 0,
        "metadata": {"name": "old"},
        "worksheets": [
            {
                "metadata": {},
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": "Title", "metadata": {}},
                    {
                        "cell_type": "code",
                        "input": ["x = 1\n", "x"],
                        "language": "python",
                        "outputs": [],
                        "metadata": {"nbgrader": {"grade_id": "a", "grade": True}},
                    },
                ],
            }
        ],
    }

    one, two = (parse(text(old).encode(), "n.ipynb") for _ in range(2))

    assert 4 == one.nbformat
    assert ["## Title", "x = 1\nx"] == [cell.source for cell in one.cells]
    assert "a" == grade_id(one.cells[1])
    assert one == two


def test_lone_halves_of_surrogate_pairs_are_replaced_and_whole_pairs_kept(tmp_path: Path) -> None:
    data = text(notebook(code("'\\ud800 \\ud83c\\udf93'"))).replace("\\\\u", "\\u").encode()

    got = parse(data, "n.ipynb")
    write(got, tmp_path / "again.ipynb")

    assert "'? 🎓'" == got.cells[0].source


def test_a_notebook_without_cells_is_read() -> None:
    assert [] == parse(text({**notebook(), "cells": []}).encode(), "n.ipynb").cells


# ---- what is refused


@pytest.mark.parametrize(
    "data",
    [
        text(notebook(code("1"), nbformat="4")).encode(),
        text(notebook(code("1"), nbformat=4.0)).encode(),
        text(notebook(code("1"), nbformat=3)).encode(),
        text(notebook(code("1"), nbformat_minor="five")).encode(),
        text(notebook(code("1"), nbformat_minor=float("inf"))).encode(),
        text(notebook(code("1"))).encode() + b"\0" * 512,
        text(notebook(code("1"), markdown("# T!"))).replace("!", "\t\x01").encode(),
        text(notebook(code("1"), code(None))).encode(),
        text(notebook(code("1"), {"source": "?"})).encode(),
        text(notebook(code("1"), code(cell_type="sql"))).encode(),
    ],
)
def test_what_can_be_mended_safely_is_mended(data: bytes) -> None:
    read_again = parse(data, "n.ipynb")

    assert 4 == read_again.nbformat
    assert "1" in [cell.source for cell in read_again.cells if cell.cell_type == "code"]
    nbformat.validate(read_again)


def test_a_cell_of_an_editor_s_own_type_is_not_run() -> None:
    cells = [code("select", cell_type="sql"), code("# A", cell_type="heading"), {"outputs": []}]

    assert ["raw", "markdown", "code"] == [
        cell.cell_type for cell in parse(text(notebook(*cells)).encode(), "n.ipynb").cells[-3:]
    ]


@pytest.mark.parametrize(
    ("expected", "data"),
    [
        ("is empty", b""),
        ("blanks or NUL bytes", b"\0" * 4096),
        ("blanks or NUL bytes", b" \n\t\r\n"),
        ("blanks or NUL bytes", b"\0 \0\n"),
        ("empty but for a byte order mark", codecs.BOM_UTF8),
        ("empty but for a byte order mark", codecs.BOM_UTF16_LE),
        ("login page", b"<!DOCTYPE html>\n<html><title>Sign in</title></html>"),
        ("login page", b"\n\n  <html>"),
        ("login page", codecs.BOM_UTF8 + b"<!doctype html>"),
        ("login page", "<!DOCTYPE html>".encode("utf-16")),
        ("login page", b"<?xml version='1.0'?><Error>AccessDenied</Error>"),
        ("it is JSON", b"null"),
        ("it is JSON", b"[]"),
        ("it is JSON", b"[{}]"),
        ("it is JSON", b"3"),
        ("it is JSON", b'"a text"'),
        ("it is JSON", b"NaN"),
        ("no nbformat number", b"{}"),
        ("no nbformat number", text(notebook(nbformat=...)).encode()),
        ("no nbformat number", text(notebook(nbformat=None)).encode()),
        ("format 5", text(notebook(nbformat=5)).encode()),
        ("format 2", text(notebook(nbformat=2)).encode()),
        ("format 0", text(notebook(nbformat=0)).encode()),
        ("no list of cells", text(notebook(cells=...)).encode()),
        ("no list of cells", text(notebook(cells=None)).encode()),
        ("no list of cells", text(notebook(cells={})).encode()),
        ("no list of cells", text(notebook(cells="code")).encode()),
        ("not a whole notebook", text(notebook(3)).encode()),
        ("not a whole notebook", text(notebook(None)).encode()),
        ("not a whole notebook", text(notebook([])).encode()),
        ("unknown type", text(notebook(code(cell_type=["code"]))).encode()),
        ("not a whole notebook", text(notebook(code(3))).encode()),
        ("not a whole notebook", text(notebook(code([1, 2]))).encode()),
        ("not a whole notebook", text({"nbformat": 3}).encode()),
        ("not a whole notebook", text({"nbformat": 3, "worksheets": 5, "metadata": {}}).encode()),
        ("'PK", b"PK\x03\x04\x14\x00\x06\x00[Content_Types].xml"),
        ("not text", b"%PDF-1.7\n%\xb5\xed\xae\xfb"),
        ("not text", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("not text", b"\x1f\x8b\x08\x00\xff\xff"),
        ("not text", codecs.BOM_UTF16_LE + b"{"),
        ("not text", json.dumps(notebook(code("ü")), ensure_ascii=False).encode("latin-1")),
        ("'import torch", b"import torch\nx = 1\n"),
        ("'version https", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n"),
        ("valid JSON", text().replace('"nbformat": 4,', "").encode()[:-1] + b",}"),
        ("valid JSON", text().encode() + b"{}"),
        ("valid JSON", text().replace('"', "'").encode()),
        ("valid JSON", b'{"nbformat": ' + b"9" * 5000 + b"}"),
        ("valid JSON", b'{"a": ' * 100_000 + b"1" + b"}" * 100_000),
        ("starts with '[[", b"[" * 100_000),
        (
            "100 levels",
            b'{"nbformat": 4, "cells": [], "metadata": {"a": ' + b"[" * 200 + b"]" * 200 + b"}}",
        ),
    ],
)
def test_what_is_no_notebook_is_refused_with_what_it_is(expected: str, data: bytes) -> None:
    assert expected in refusal(data)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_a_notebook_cut_off_anywhere_is_said_to_be_cut_off(encoding: str) -> None:
    whole = text(notebook(markdown("a {brace} and \\ and ü"), code('print("x")')))

    for end in range(2, len(whole) - 1):
        assert "cut off before its end" in refusal(whole[:end].encode(encoding))


def test_a_file_whose_end_is_nul_bytes_is_said_to_be_cut_off() -> None:
    half = text().encode()[:200]

    assert "cut off" in refusal(half + b"\0" * 300)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_git_s_conflict_markers_are_named_with_their_line(end: str) -> None:
    lines = text().splitlines()
    lines[5:5] = ["<<<<<<< HEAD", lines[5], "=======", lines[5], ">>>>>>> theirs"]

    assert "git conflict markers are in it (line 6)" in refusal(end.join(lines).encode())


def test_a_conflict_in_the_first_line_is_named_too() -> None:
    data = "<<<<<<< HEAD\n{}\n=======\n" + text() + "\n>>>>>>> theirs\n"

    assert "git conflict markers are in it (line 1)" in refusal(data.encode())


def test_a_heading_s_underline_is_no_conflict() -> None:
    heading = markdown(["Title\n", "=======\n", "<<<<<<< not a conflict\n"])

    assert (
        "Title\n=======\n<<<<<<< not a conflict\n" == sources(text(notebook(heading)).encode())[0]
    )


def test_thousands_of_mutated_notebooks_are_read_or_refused(tmp_path: Path) -> None:
    chance = random.Random(31415)
    whole = text(
        notebook(
            markdown("# Ünïcode 🎓"),
            code(outputs=[{"output_type": "stream", "name": "stdout", "text": "x"}]),
        )
    ).encode()
    kept = 0

    for _ in range(2500):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(data))
            kind = chance.randrange(4)
            if kind == 0:
                data[at] = chance.randrange(256)
            elif kind == 1:
                del data[at : at + chance.randrange(1, 20)]
            elif kind == 2:
                data[at:at] = chance.choice(
                    [b"null", b'"', b"{", b"\\ud800", b"9" * 30, b"[]", b","]
                )
            else:
                data = data.replace(
                    chance.choice([b'"code"', b"4", b"5", b"{}", b'"stdout"', b'"x"', b"null"]),
                    chance.choice([b"null", b"[]", b"{}", b"3", b'"y"', b"true", b"1e999"]),
                    1,
                )
        try:
            got = parse(bytes(data), "n.ipynb")
        except SubmissionError:
            continue
        kept += 1
        write(got, tmp_path / "again.ipynb")

    assert kept > 100


# ---- files


def test_a_folder_is_named_as_one(tmp_path: Path) -> None:
    (tmp_path / "attention.ipynb").mkdir()

    with pytest.raises(SubmissionError, match=r"attention\.ipynb is a folder"):
        read(tmp_path / "attention.ipynb")


def test_a_file_that_is_not_there_and_a_broken_link_are_refused(tmp_path: Path) -> None:
    (tmp_path / "link.ipynb").symlink_to(tmp_path / "gone.ipynb")
    (tmp_path / "loop.ipynb").symlink_to(tmp_path / "loop.ipynb")

    for name in ("gone.ipynb", "link.ipynb", "loop.ipynb"):
        with pytest.raises(SubmissionError, match="can't be opened"):
            read(tmp_path / name)


def test_a_pipe_and_a_device_are_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ipynb")
    (tmp_path / "device.ipynb").symlink_to("/dev/null")

    for name in ("pipe.ipynb", "device.ipynb"):
        with pytest.raises(SubmissionError, match="not a regular file"):
            read(tmp_path / name)


def test_a_file_of_hundreds_of_megabytes_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "large.ipynb").open("wb") as large:
        large.truncate(500 << 20)  # a hole: takes no room

    with pytest.raises(SubmissionError, match="clear the outputs"):
        read(tmp_path / "large.ipynb")


@pytest.mark.parametrize("name", ["a (1).ipynb", "Zoë's.ipynb", "{x}%[y],'.ipynb", "李.ipynb"])
def test_a_file_of_any_name_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(text(), encoding="utf-8")

    assert "x = 1" == read(tmp_path / name).cells[1].source


def test_writing_does_not_change_the_notebook(tmp_path: Path) -> None:
    got = parse(text().encode(), "n.ipynb")
    before = json.dumps(got)

    write(got, tmp_path / "n.ipynb")

    assert before == json.dumps(got)
    assert got == read(tmp_path / "n.ipynb")


# ---- nbgrader's metadata


def cell(kind: str = "code", **nbgrader: Any) -> nbformat.NotebookNode:
    make = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    return make("", metadata={"nbgrader": nbgrader})


def test_a_cell_s_metadata_says_what_it_is_for() -> None:
    graded = cell(grade=True, solution=False, grade_id="a-test", points=2)
    filled_in = cell(grade=False, solution=True, grade_id="a-solution")
    written = cell("markdown", grade=True, solution=True, grade_id="b", points=4)

    assert ["a-test", "a-solution", "b"] == [grade_id(c) for c in (graded, filled_in, written)]
    assert [True, False, True] == [is_graded(c) for c in (graded, filled_in, written)]
    assert [False, True, True] == [is_solution(c) for c in (graded, filled_in, written)]
    assert [False, False, True] == [is_manual(c) for c in (graded, filled_in, written)]
    assert [2.0, 0.0, 4.0] == [max_points(c) for c in (graded, filled_in, written)]


@pytest.mark.parametrize("nbgrader", [..., {}, None, [], "text", 3], ids=str)
def test_a_cell_without_usable_metadata_is_for_nothing(nbgrader: Any) -> None:
    plain = nbformat.v4.new_code_cell("")
    if nbgrader is not ...:
        plain.metadata["nbgrader"] = nbgrader

    assert ("", False, False, False, 0.0) == (
        grade_id(plain),
        is_graded(plain),
        is_solution(plain),
        is_manual(plain),
        max_points(plain),
    )


def test_outputs_of_every_kind_make_a_valid_notebook() -> None:
    got = parse(text(notebook(code())).encode(), "n.ipynb")
    outputs = [
        Output("stream", name="stderr", text="warned"),
        Output("stream", text="no name"),
        Output("execute_result", data={"text/plain": "1"}),
        Output("display_data", data={"image/png": "AAAA"}),
        Output("error", ename="E", evalue="v", traceback=("t",)),
    ]

    set_outputs(got.cells[0], outputs, 3)
    nbformat.validate(got)

    assert 3 == got.cells[0].execution_count
    assert ["stderr", "stdout"] == [output.name for output in got.cells[0].outputs[:2]]


# ---- source notebooks


def test_the_source_is_found_from_any_folder_of_the_course(tmp_path: Path) -> None:
    source = tmp_path / "source" / "attention" / "attention.ipynb"
    deep = tmp_path / "a" / "b"
    source.parent.mkdir(parents=True)
    deep.mkdir(parents=True)
    source.write_text(text())

    assert source == find_source(tmp_path, "attention")
    assert source == find_source(deep, "attention")
    with pytest.raises(AuthoringError, match=r"no source/softmax/softmax\.ipynb"):
        find_source(deep, "softmax")


def test_names_are_those_of_the_cells_before_the_graded_one(tmp_path: Path) -> None:
    graded = code("x = 'too late'", id="b", metadata={"nbgrader": {"grade_id": "x-test"}})
    cells = [markdown("x = 0"), code("x = 1", id="a"), code("y = x + 1", id="c"), graded]
    (tmp_path / "n.ipynb").write_text(text(notebook(*cells)))

    names = namespace_at(tmp_path / "n.ipynb", "x-test")

    assert (1, 2, "__main__") == (names["x"], names["y"], names["__name__"])
    with pytest.raises(AuthoringError, match="no cell with the grade_id y-test"):
        namespace_at(tmp_path / "n.ipynb", "y-test")
