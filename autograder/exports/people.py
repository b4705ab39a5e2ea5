"""Finds the mark that a row of a downloaded table is about."""

import unicodedata
from collections.abc import Iterable, Sequence

from autograder.exports.mark import Mark
from autograder.intake.names import folded

__all__ = ["Finder"]


class Finder:
    """Finds people by ids, and by name where only one of them has it.

    What two marks claim finds neither: a mark must not go to one of them by chance.
    """

    def __init__(self, marks: Sequence[Mark]) -> None:
        self._by: dict[tuple[str, str], Mark | None] = {}
        for mark in marks:
            ids = {"id": mark.student, "email": mark.email, **mark.ids}
            keys = {(column, _key(value)) for column, value in ids.items() if value}
            first, last = mark.first_name, mark.last_name
            names = (folded(mark.name), folded(first + last), folded(last + first))
            keys |= {("name", name) for name in names if name}
            for key in keys:
                self._by[key] = None if key in self._by else mark
        self.found: set[str] = set()
        """The students who were found."""

    def find(self, ids: Iterable[tuple[str, str]], name: str = "") -> Mark | None:
        """The mark of the first of these ids that is known, else that of the name."""
        keys = [(column, _key(value)) for column, value in ids if value.strip()]
        keys += [("name", folded(name))] if folded(name) else []
        for key in keys:
            if key in self._by:
                mark = self._by[key]
                if mark is not None:
                    self.found.add(mark.student)
                return mark
        return None


def _key(value: str) -> str:
    text = unicodedata.normalize("NFC", value).strip().casefold()
    return text.removesuffix(".0")  # spreadsheets write 4711.0
