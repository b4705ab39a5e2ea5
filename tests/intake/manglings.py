"""What editors, converters and students do to a notebook's structure, as changes of its JSON.

Each takes a notebook that was handed in whole and leaves one with the same answers in it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

Change = Callable[[Any], None]


def cell_of(content: Any, name: str) -> Any:
    """The cell with this grade_id, or else with this cell id."""
    return next(
        cell
        for cell in content["cells"]
        if name in (cell["metadata"].get("nbgrader", {}).get("grade_id"), cell.get("id"))
    )


def text_of(cell: Any) -> str:
    """A cell's source as one text."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def without_metadata(content: Any) -> None:
    """An editor that keeps cell ids and knows nothing of metadata."""
    content["metadata"] = {}
    for cell in content["cells"]:
        cell["metadata"] = {}


def bare(content: Any) -> None:
    """A converter: neither metadata nor ids, an old minor version."""
    without_metadata(content)
    content["nbformat_minor"] = 4
    for cell in content["cells"]:
        cell.pop("id", None)


def colab(content: Any) -> None:
    """As Colab saves: minor 0, an id of its own in the metadata, its own keys."""
    bare(content)
    content["nbformat_minor"] = 0
    content["metadata"] = {"colab": {"provenance": []}, "accelerator": "GPU"}
    for number, cell in enumerate(content["cells"]):
        cell["metadata"] = {"id": f"aB3dE{number}", "outputId": "x"}


def script_and_back(content: Any) -> None:
    """To a script and back: blank ends of cells go, raw cells become text."""
    bare(content)
    for cell in content["cells"]:
        cell["source"] = text_of(cell).strip()


def version_3(content: Any) -> None:
    """Notebook format 3, whose cells have neither ids nor this metadata."""
    bare(content)
    cells = content.pop("cells")
    for cell in cells:
        if cell["cell_type"] == "code":
            cell.update(input=cell.pop("source"), language="python", prompt_number=None)
            cell.pop("execution_count", None)
            cell["outputs"] = []
    content.update(nbformat=3, nbformat_minor=0, worksheets=[{"cells": cells, "metadata": {}}])
    content["metadata"] = {"name": ""}


def renamed(content: Any) -> None:
    """A tool that makes every grade_id new, and the ids with them."""
    for number, cell in enumerate(content["cells"]):
        cell["id"] = f"new-{number}"
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["grade_id"] = f"cell-{number}"


def every(change: Callable[[str], str], types: str = "code markdown") -> Change:
    """A change of every cell's text."""

    def changed(content: Any) -> None:
        for cell in content["cells"]:
            if cell["cell_type"] in types:
                cell["source"] = change(text_of(cell))

    return changed


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def reformatted(text: str) -> str:
    """As a formatter likes it: the other quotes, trailing commas, other blanks at line ends."""
    return "\n".join(line + "  " for line in text.replace('"""', "'''").splitlines())


def curly_words(text: str) -> str:
    """Text after a word processor: curly quotes and long dashes."""
    return text.replace("'", "’").replace('"', "”").replace(" - ", " – ")


def tabs(text: str) -> str:
    return re.sub(r"^(    )+", lambda found: "\t" * (len(found[0]) // 4), text, flags=re.MULTILINE)


def without_docstring(text: str) -> str:
    return re.sub(r'    """[\s\S]*?"""\n', "", text)


def without_comments(text: str) -> str:
    return re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)


def moved(name: str, above: str) -> Change:
    """A cell dragged above another."""

    def change(content: Any) -> None:
        cells, cell = content["cells"], cell_of(content, name)
        cells.remove(cell)
        cells.insert(cells.index(cell_of(content, above)), cell)

    return change


def merged(first: str, second: str) -> Change:
    """Two cells merged by the editor: the first one's metadata and id stay."""

    def change(content: Any) -> None:
        one, other = cell_of(content, first), cell_of(content, second)
        one["source"] = f"{text_of(one)}\n\n{text_of(other)}"
        content["cells"].remove(other)

    return change


def all_merged(content: Any) -> None:
    """All code in one cell, below all text; the first cell's metadata stay."""
    code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    content["cells"] = [cell for cell in content["cells"] if cell["cell_type"] != "code"]
    content["cells"].append({**code[0], "source": "\n\n".join(map(text_of, code))})


def split(name: str, at: str) -> Change:
    """A cell split by the editor: both halves have the metadata, and the second a new id."""

    def change(content: Any) -> None:
        cell = cell_of(content, name)
        first, second = text_of(cell).split(at, 1)
        half = {**copy.deepcopy(cell), "source": at + second, "id": "second-half"}
        cell["source"] = first
        content["cells"].insert(content["cells"].index(cell) + 1, half)

    return change


def pasted(name: str, after: str = "") -> Change:
    """A copy of a cell, after another one or after itself; pasting gives it a new id."""

    def change(content: Any) -> None:
        cell = cell_of(content, name)
        place = content["cells"].index(cell_of(content, after) if after else cell)
        content["cells"].insert(place + 1, {**copy.deepcopy(cell), "id": f"copy-of-{name}"[:60]})

    return change


def retyped(name: str, kind: str) -> Change:
    """A cell of another type."""

    def change(content: Any) -> None:
        cell = cell_of(content, name)
        cell["cell_type"] = kind
        if kind != "code":
            cell.pop("outputs", None), cell.pop("execution_count", None)

    return change


def deleted(*names: str) -> Change:
    """Cells that are gone."""

    def change(content: Any) -> None:
        for name in names:
            content["cells"].remove(cell_of(content, name))

    return change


def scratch(content: Any) -> None:
    """The student's own cells between all others."""
    cells = []
    for number, cell in enumerate(content["cells"]):
        cells += [cell, _own(f"own-{number}", f"print({number})")]
    content["cells"] = cells


def only_answers(content: Any) -> None:
    """A notebook of the student's own, with nothing but the answers in it."""
    answers = [
        cell for cell in content["cells"] if cell["metadata"].get("nbgrader", {}).get("solution")
    ]
    setup = [cell for cell in content["cells"] if text_of(cell).startswith("import")]
    content["cells"] = [*setup, *answers]
    bare(content)


def both(*changes: Change) -> Change:
    """One change after the other."""

    def change(content: Any) -> None:
        for one in changes:
            one(content)

    return change


def _own(identity: str, source: str) -> Any:
    return {
        "cell_type": "code", "id": identity, "metadata": {}, "source": source,
        "outputs": [], "execution_count": None,
    }  # fmt: skip
