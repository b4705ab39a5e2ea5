"""Keeping a catalogue in step with what it translates: new texts in, old ones out, faults named."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from autograder.errors import AuthoringError
from autograder.lang.catalogue import TEMPLATE, Template
from autograder.lang.messages import Entry

__all__ = ["problems", "update"]

_HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
_WIDTH = 100
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_CODE = re.compile(r"`[^`\n]*[_(#=][^`\n]*`")
"""Code in Markdown; what has none of these signs may be an example's text."""
_SHOWN = 60
"""Characters of a text that a problem shows."""


def update(path: Path, language: str, entries: Iterable[Entry]) -> list[str]:
    """Write the catalogue anew: each entry in order, with its translation where there is one.

    A text that was changed keeps the old translation, marked as fuzzy, which is not used until
    somebody has looked at it. What is no longer there stays at the end as a comment. Returns the
    `problems` that are left; raises `AuthoringError` where the file can't be read or written.
    """
    wanted = _catalogue(entries)
    try:
        catalogue = _read(path) if path.is_file() else Catalog()
        catalogue.update(wanted)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(_HEADER.format(language=language).encode())
            write_po(file, catalogue, width=_WIDTH, omit_header=True)
    except (OSError, ValueError) as error:
        raise AuthoringError(f"{path} can't be kept in step: {error}") from error
    return problems(path, entries)


def problems(path: Path, entries: Iterable[Entry]) -> list[str]:
    """What keeps a catalogue from being in step with its texts, a line each."""
    if not path.is_file():
        return [f"{path.name}: there is no such catalogue"]
    found = {str(message.id): message for message in _read(path) if message.id}
    wanted = {entry.key: entry for entry in entries}
    lines = []
    for key, entry in wanted.items():
        message = found.get(key)
        said = str(message.string) if message and not message.fuzzy else ""
        if not said:
            lines.append(f"{path.name}: not translated ({entry.where}): {_short(key)}")
        elif message and (TEMPLATE in message.flags) != entry.is_template:
            lines.append(f"{path.name}: the flag {TEMPLATE} is wrong: {_short(key)}")
        else:
            lines += [f"{path.name}: {fault}: {_short(key)}" for fault in _faults(entry, said)]
    lines += [f"{path.name}: no longer there: {_short(key)}" for key in found if key not in wanted]
    return lines


def _faults(entry: Entry, said: str) -> list[str]:
    """What a translation has to have in common with its text: numbers, fields, code."""
    faults = []
    ours, theirs = Template.of(entry.key), Template.of(said)
    if entry.is_template and sorted(ours.fields) != sorted(theirs.fields):
        faults.append("other fields than in English")
    texts = [" ".join(t.texts) if entry.is_template else key
             for t, key in ((ours, entry.key), (theirs, said))]  # fmt: skip
    if Counter(_NUMBER.findall(texts[0])) != Counter(_NUMBER.findall(texts[1])):
        faults.append("other numbers than in English")
    if Counter(_CODE.findall(texts[0])) != Counter(_CODE.findall(texts[1])):
        faults.append("other code than in English")
    return faults


def _catalogue(entries: Iterable[Entry]) -> Catalog:
    catalogue = Catalog()
    for entry in entries:
        flags = {TEMPLATE} if entry.is_template else set()
        catalogue.add(entry.key, flags=flags, auto_comments=[entry.where])
    return catalogue


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
