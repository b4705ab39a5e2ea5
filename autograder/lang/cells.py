"""Texts in a notebook and in the files beside it, and their translation.

Markdown is translated by the block, that is what stands between empty lines, so that formulas and
tables of numbers exist once; a heading's key has no #, and is the same where a check names it.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from autograder.lang.catalogue import ENGLISH, Catalogue
from autograder.lang.code import Text, names_in, texts_in, translated
from autograder.notebook import Notebook, new_cell
from autograder.restore import AuthoredNotebook, checksum

__all__ = [
    "authored_in",
    "language_of",
    "mark_language",
    "texts_of",
    "translate",
    "translated_file",
]

_HEADING = re.compile(r"(#{1,6} +)(.*)", re.DOTALL)
_BLOCKS = re.compile(r"(\n[ \t]*\n\s*)")
_FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`|\]\([^)]*\)", re.DOTALL)
_LETTER = re.compile(r"[A-Za-z]")
_DRAWN = re.compile(r"(<(text|title|dc:title)\b[^>]*>)([^<]*[A-Za-z]{2}[^<]*)(?=</)")
_PAGE = re.compile(r'(<html\b[^>]*\blang=")[^"]*(")')
_METADATA = "autograder"


def language_of(notebook: Notebook) -> str:
    """The language that a release was made in, as its metadata say; English where they don't."""
    ours = notebook.metadata.get(_METADATA)
    language = ours.get("language") if isinstance(ours, dict) else None
    return language if isinstance(language, str) else ENGLISH


def mark_language(notebook: Notebook, language: str) -> None:
    """Say in the notebook's metadata what language it is in, so that its feedback comes in it."""
    notebook.metadata[_METADATA] = {"language": language}


def texts_of(notebook: Notebook, files: Iterable[Path] = ()) -> list[tuple[str, str, str]]:
    """Every text once, as (key, kind, the first place where it stands), in order."""
    names: set[str] = set()
    for cell in notebook.cells:
        names |= names_in(cell.source) if cell.cell_type == "code" else set()
    found: dict[tuple[str, str], str] = {}
    for number, cell in enumerate(notebook.cells):
        where = f"cell {cell.get('id', number)}"
        if cell.cell_type == "code":
            texts = [(text.key, _kind(text)) for text in texts_in(cell.source, frozenset(names))]
        else:
            texts = [(key, "text") for key in _keys(cell.source)]
        for text in texts:
            found.setdefault(text, where)
    for path in files:
        if path.suffix == ".svg":
            for match in _DRAWN.finditer(path.read_text(encoding="utf-8")):
                found.setdefault((html.unescape(match[3]).strip(), "text"), path.name)
    return [(key, kind, where) for (key, kind), where in found.items()]


def translate(notebook: Notebook, catalogue: Catalogue) -> None:
    """Put the notebook's texts into the catalogue's language; checksums follow."""
    for cell in notebook.cells:
        cell.source = _source_in(cell.cell_type, cell.source, catalogue)
        nbgrader = cell.metadata.get("nbgrader", {})
        if "checksum" in nbgrader:
            nbgrader["checksum"] = checksum(cell)
    mark_language(notebook, catalogue.language)


def authored_in(authored: AuthoredNotebook, catalogue: Catalogue) -> AuthoredNotebook:
    """The author's cells as a release in the catalogue's language has them."""
    if not catalogue.texts:
        return authored
    cells = []
    for cell in authored.cells:
        source = _source_in(cell.cell_type, cell.source, catalogue)
        sum_ = checksum(new_cell(cell.cell_type, source, "any", {"nbgrader": cell.metadata()}))
        cells.append(replace(cell, source=source, checksum=sum_))
    given = tuple(
        replace(cell, source=_source_in(cell.cell_type, cell.source, catalogue))
        for cell in authored.given
    )
    return replace(authored, cells=tuple(cells), given=given)


def translated_file(name: str, data: bytes, catalogue: Catalogue) -> bytes:
    """A file that is released beside the notebook: drawings, and the language of pages."""
    if name.endswith(".svg"):
        return _DRAWN.sub(_drawn_in(catalogue), data.decode("utf-8")).encode()
    if name.endswith(".html"):
        return _PAGE.sub(rf"\g<1>{catalogue.language}\g<2>", data.decode("utf-8"), 1).encode()
    return data


def _kind(text: Text) -> str:
    return "template" if text.kind == "template" else "text"


def _source_in(cell_type: str, source: str, catalogue: Catalogue) -> str:
    if cell_type == "code":
        return translated(source, catalogue)
    return "".join(_block_in(block, catalogue) for block in _BLOCKS.split(source))


def _block_in(block: str, catalogue: Catalogue) -> str:
    heading = _HEADING.fullmatch(block)
    start, text = (heading[1], heading[2]) if heading else ("", block)
    return start + catalogue.texts.get(text, text)


def _keys(source: str) -> Iterator[str]:
    for block in _BLOCKS.split(source):
        heading = _HEADING.fullmatch(block)
        text = heading[2] if heading else block
        if _LETTER.search(_FORMULA.sub("", text)) or "\\text{" in text:
            yield text


def _drawn_in(catalogue: Catalogue) -> Callable[[Any], str]:
    def drawn(match: re.Match[str]) -> str:
        text = html.unescape(match[3])
        said = catalogue.texts.get(text.strip(), text)
        return match[1] + html.escape(said, quote=False)

    return drawn
