"""Catalogues: what texts are called in another language.

A catalogue is a PO file, gettext's format: the key is the English text. What has numbers put in
is a template, such as `{label} should have shape {list(expected)}; it has {list(got.shape)}.`,
with the flag `f-string`, and its translation has the same fields in any order. Nobody
has to hand a template over: `Catalogue.say` finds the one that a finished English text was made
from. So authors write plain f-strings, reports stay in one language, and a text that has no
translation is English.

A field is said in the other language as well, such as a label; with `!s` it is somebody else's
words, an exception's say, and stays. Fields hold whatever a student's code said: templates are
matched without backtracking, so that an odd text costs no time, and one that fits by accident is
at worst shown in odd words.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from autograder.errors import AuthoringError

__all__ = ["ENGLISH", "TEMPLATE", "Catalogue", "Say", "Template", "read_catalogue"]

Say = Callable[[str], str]
"""Gives a finished English text in another language, or as it is."""

ENGLISH = "en"
TEMPLATE = "f-string"
"""The flag of a template. (babel gives python-brace-format to whatever has a {word} in it.)"""
_FIELD = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_NUMERIC = re.compile(r":(?:,|,?\.?\d*[dfg])$")
_NUMBER = re.compile(r"[-+]?(?:[\d.,]+(?:e[-+]?\d+)?|inf|nan)")
_DEEPEST = 3
"""A field may be a text with fields of its own: a label, a meaning."""
_TELLING = 4
"""Characters; a fragment that begins with fewer, `a {name}`, fits a single word alone."""
_WORDS = re.compile(r"[\w ]+(?:, [\w ]+)*(?: and [\w ]+)?")
_LONGEST = 4000
"""Characters; what is longer was not written by an author."""


class Template(NamedTuple):
    """Literal texts and the names of the fields between them; one more text than fields."""

    texts: tuple[str, ...]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, pattern: str) -> "Template":
        """The template in a text where {name} is a field, and {{ and }} are braces."""
        texts, fields, end = [""], [], 0
        for found in _FIELD.finditer(pattern):
            texts[-1] += pattern[end : found.start()]
            end = found.end()
            if found[1] is None:
                texts[-1] += found[0][0]
            else:
                fields.append(found[1])
                texts.append("")
        texts[-1] += pattern[end:]
        return cls(tuple(texts), tuple(fields))

    def match(self, text: str) -> dict[str, str] | None:
        """What stands in each field, where `text` is made from this template; else None.

        Each literal is taken where it comes first, and the last one at the end.
        """
        first, *rest = self.texts
        if not text.startswith(first) or (self._is_fragment and text.endswith(".")):
            return None
        found: dict[str, str] = {}
        place = len(first)
        for number, (name, literal) in enumerate(zip(self.fields, rest, strict=True), start=1):
            if number == len(self.fields):
                end = len(text) - len(literal)
                if end < place or not text.endswith(literal):
                    return None
            else:
                end = text.find(literal, place)
                if end < 0:
                    return None
            if found.setdefault(name, text[place:end]) != text[place:end]:
                return None
            place = end + len(literal)
        if place != len(text) or not all(_fits(name, value) for name, value in found.items()):
            return None
        vague = self._is_fragment and len(first) < _TELLING
        return None if vague and any(" " in value for value in found.values()) else found

    @property
    def said(self) -> tuple[int, int]:
        """How many characters it says at its end, and in all."""
        return len(self.texts[-1]), len("".join(self.texts))

    @property
    def _is_fragment(self) -> bool:
        """Whether it is part of a sentence, such as `the gradient of {name}`, and no sentence."""
        return not self.texts[-1] and not any(": " in text for text in self.texts)

    def filled(self, values: Mapping[str, str]) -> str:
        """The text with its fields filled in."""
        parts = [self.texts[0]]
        for name, literal in zip(self.fields, self.texts[1:], strict=True):
            parts += [values[name], literal]
        return "".join(parts)


def _fits(field: str, value: str) -> bool:
    """Whether a field can have been written like that, as far as its code tells."""
    if field.startswith("list("):
        return value.startswith("[") and value.endswith("]")
    if field.startswith("len(") or _NUMERIC.search(field):
        return _NUMBER.fullmatch(value) is not None
    return True


class Catalogue:
    """The texts of one language: `texts` as they are, `templates` with fields to fill in."""

    def __init__(
        self,
        language: str = ENGLISH,
        texts: Mapping[str, str] | None = None,
        templates: Mapping[str, str] | None = None,
    ) -> None:
        self.language = language
        self.texts = dict(texts or {})
        self.templates = dict(templates or {})

    def say(self, text: str) -> str:
        """A finished English text in this language; as it is, where there is no translation."""
        return self._say(text, _DEEPEST) if self.texts or self.templates else text

    def pattern(self, english: str) -> str:
        """A text with {fields} that are still to be filled in, in this language."""
        return self.templates.get(english) or self.texts.get(english, english)

    def joined(self, other: "Catalogue") -> "Catalogue":
        """This catalogue with those texts of another one that it does not have itself."""
        return Catalogue(self.language, other.texts | self.texts, other.templates | self.templates)

    @cached_property
    def _by_length(self) -> list[tuple[Template, Template]]:
        """The templates that say most, first at their end: what is short fits nearly everything."""
        pairs = [(Template.of(key), Template.of(text)) for key, text in self.templates.items()]
        return sorted(pairs, key=lambda pair: pair[0].said, reverse=True)

    def _say(self, text: str, depth: int) -> str:
        if text in self.texts:
            return self.texts[text]
        if not depth or not text or len(text) > _LONGEST:
            return text
        for english, ours in self._by_length:
            values = english.match(text)
            if values is not None:
                return ours.filled({n: self._field(n, v, depth - 1) for n, v in values.items()})
        return self._list(text) if _WORDS.fullmatch(text) else text

    def _field(self, name: str, value: str, depth: int) -> str:
        return value if name.endswith("!s") else self._say(value, depth)

    def _list(self, text: str) -> str:
        """`scores, weights and output`, each by itself, with this language's words between."""
        parts = re.split("(, | and )", text)
        known = [item in self.texts for item in parts[::2]]
        if not any(known) or any(" " in i for i, k in zip(parts[::2], known, strict=True) if not k):
            return text  # a sentence, and no list
        return "".join(self.texts.get(part, part) for part in parts)


@lru_cache(maxsize=64)
def read_catalogue(language: str, paths: tuple[Path, ...]) -> Catalogue:
    """The catalogue in PO files; of a text that stands in several, the first counts.

    Raises `AuthoringError` for a file that is no PO file.
    """
    catalogue = Catalogue(language)
    for path in paths:
        catalogue = catalogue.joined(_read(language, path))
    return catalogue


def _read(language: str, path: Path) -> Catalogue:
    from babel.messages.pofile import PoFileError, read_po

    try:
        with path.open("rb") as file:
            entries = list(read_po(file, locale=None, abort_invalid=True))
    except (PoFileError, OSError, UnicodeError) as error:
        raise AuthoringError(f"{path} can't be read as a PO file: {error}") from error
    done = [e for e in entries if e.id and e.string and not e.fuzzy]
    return Catalogue(
        language,
        _pairs(e for e in done if TEMPLATE not in e.flags),
        _pairs(e for e in done if TEMPLATE in e.flags),
    )


def _pairs(entries: Iterable[object]) -> dict[str, str]:
    return {str(entry.id): str(entry.string) for entry in entries}  # type: ignore[attr-defined]
