"""`roster.csv`: who is in the course, and what each system calls them.

::

    id,first_name,last_name,email,canvas_id,moodle_id,gradescope_id,github
    s1001,Jane,Doe,jane@example.edu,4711,1234567,,jane-doe

`id` becomes the folder's name under `submitted/` and nbgrader's student id. The other columns
are optional and known by other names too (`_COLUMNS`), so that the files that Canvas, Moodle
and GitHub Classroom give out mostly work as they are; further columns are kept. Commas,
semicolons or tabs; UTF-8 with or without a byte order mark, UTF-16, or Windows's Latin.
"""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import AuthoringError
from autograder.intake.names import folded

__all__ = ["Person", "Roster", "load_roster", "parse_roster"]

_COLUMNS = {
    "id": ("id", "student_id", "studentid", "student id", "identifier", "username", "sis login id",
           "id number", "matriculation number"),
    "first_name": ("first_name", "first name", "firstname", "given name", "forename"),
    "last_name": ("last_name", "last name", "lastname", "surname", "family name"),
    "name": ("name", "full name", "student", "full_name"),
    "email": ("email", "email address", "e-mail", "mail", "sis email"),
    "canvas_id": ("canvas_id", "canvas id", "canvas"),
    "moodle_id": ("moodle_id", "moodle id", "moodle", "participant"),
    "gradescope_id": ("gradescope_id", "gradescope id", "gradescope", "sid"),
    "github": ("github", "github_username", "github username", "github login"),
}  # fmt: skip
_ENDLESS = 10 << 20
"""Bytes; a roster of ten thousand people has one."""


@dataclass(frozen=True)
class Person:
    """One row: the id, names, and the columns by which systems know them."""

    id: str
    first_name: str = ""
    last_name: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True)
class Roster:
    """People in the roster's order, and ways to find one."""

    people: tuple[Person, ...] = ()
    notes: tuple[str, ...] = ()
    _by: Mapping[tuple[str, str], Person] = field(default_factory=dict)
    _by_name: Mapping[str, tuple[Person, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.people)

    def find(self, ids: Iterable[tuple[str, str]], name: str) -> tuple[Person | None, str]:
        """The person with one of these ids, else the only one of this name; and what is odd."""
        for column, value in ids:
            person = self._by.get((column, _key(column, value)))
            if person is not None:
                return person, ""
        found = self._by_name.get(folded(name), ()) if name else ()
        if len(found) > 1:
            several = ", ".join(person.id for person in found)
            return None, f"several people of the roster have the name {name!r}: {several}"
        return (found[0], "") if found else (None, "")

    def values(self, column: str) -> list[str]:
        """What stands in a column, as it is compared."""
        return [value for key, value in self._by if key == column]


def load_roster(path: Path) -> Roster:
    """The roster in the file. Raises `AuthoringError` where it can't be read."""
    try:
        if path.stat().st_size > _ENDLESS:
            raise AuthoringError(f"{path} is too large for a roster")
        data = path.read_bytes()
    except OSError as error:
        raise AuthoringError(
            f"the roster {path} can't be read ({error.strerror}); name one with --roster"
        ) from error
    return parse_roster(data, str(path))


def parse_roster(data: bytes, name: str) -> Roster:
    """The roster in `data`. Raises `AuthoringError` with the line that is wrong.

    The same row twice is one person; an id, or another system's id, that two rows claim is an
    error, since a submission would be given to one of them by chance.
    """
    text, notes = _text(data)
    rows = list(_rows(text, name))
    if not rows:
        raise AuthoringError(f"{name} is empty; its first line should name columns, id among them")
    columns = _headings(rows[0][1], name)
    people: dict[str, Person] = {}
    for line, cells in rows[1:]:
        person = _person(dict(zip(columns, cells, strict=False)), f"{name}, line {line}")
        if person is None:
            continue
        before = people.get(person.id.casefold())
        if before is not None and before != person:
            raise AuthoringError(
                f"{name}, line {line}: the id {person.id} is there twice, with other values; "
                "remove one of the lines"
            )
        if before is not None:
            notes.append(f"line {line} says the same as one before it")
        people.setdefault(person.id.casefold(), person)
    return _indexed(tuple(people.values()), tuple(notes), name)


def _indexed(people: tuple[Person, ...], notes: tuple[str, ...], name: str) -> Roster:
    by: dict[tuple[str, str], Person] = {}
    by_name: dict[str, tuple[Person, ...]] = {}
    for person in people:
        for column, value in {"id": person.id, **person.ids}.items():
            key = (column, _key(column, value))
            if not value:
                continue
            if key in by:
                raise AuthoringError(
                    f"{name}: {by[key].id} and {person.id} have the same {column}, {value!r}; "
                    "correct one of them"
                )
            by[key] = person
        orders = {
            folded(f"{person.first_name}{person.last_name}"),
            folded(f"{person.last_name}{person.first_name}"),
        }
        for order in orders - {""}:
            by_name[order] = (*by_name.get(order, ()), person)
    return Roster(people, notes, by, by_name)


def _person(row: dict[str, str], where: str) -> Person | None:
    if not any(row.values()):
        return None
    identity = row.pop("id", "") or row.get("email", "")
    if row.get("points possible") or "points possible" in row.get("name", "").casefold():
        return None  # the second row of a Canvas gradebook
    _check_id(identity, where)
    first, last = row.pop("first_name", ""), row.pop("last_name", "")
    whole = row.pop("name", "")
    if whole and not (first or last):
        last, comma, first = (part.strip() for part in whole.partition(","))
        if not comma:
            first, _, last = whole.rpartition(" ")
    known = {column: row.pop(column) for column in _COLUMNS if row.get(column)}
    if known.get("moodle_id"):  # as in Moodle's worksheet: "Participant 1234567"
        known["moodle_id"] = known["moodle_id"].rpartition(" ")[2]
    return Person(identity, first, last, known, {key: value for key, value in row.items() if value})


def _check_id(identity: str, where: str) -> None:
    """Ids are names of folders, and nbgrader finds them by `*`, which passes over dot files."""
    if not identity:
        raise AuthoringError(f"{where}: there is no id; give everyone one")
    bad = [c for c in identity if c in '/\\*?"<>|' or unicodedata.category(c) in ("Cc", "Cf", "Cs")]
    if bad or identity.startswith(".") or len(identity.encode("utf-8", "replace")) > 200:
        raise AuthoringError(
            f"{where}: {identity!r} can't be a student's id, since ids are names of folders; "
            "use letters, digits and . _ -"
        )


def _key(column: str, value: str) -> str:
    key = unicodedata.normalize("NFC", value).strip().casefold()
    if column in ("canvas_id", "moodle_id"):  # spreadsheets write 4711.0
        key = key.removesuffix(".0").rpartition(" ")[2]
    return key


def _text(data: bytes) -> tuple[str, list[str]]:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), ["it is not UTF-8; read as Windows's Latin"]


def _rows(text: str, name: str) -> Iterable[tuple[int, list[str]]]:
    text = text.replace("\0", "")
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    try:
        for row in reader:
            cells = [unicodedata.normalize("NFC", cell).strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise AuthoringError(
            f"{name}, line {reader.line_num}: it is not CSV ({error}); save it again as CSV"
        ) from error


def _headings(cells: list[str], name: str) -> list[str]:
    known = {other: column for column, others in _COLUMNS.items() for other in others}
    headings: list[str] = []
    for cell in cells:
        heading = known.get(" ".join(cell.casefold().split()), cell.casefold())
        # Of two columns that mean the same, such as "id" and "username", the first counts.
        headings.append(cell.casefold() if heading in headings else heading)
    if "id" not in headings and "email" not in headings:
        raise AuthoringError(
            f"{name} has no column id; its first line is {', '.join(cells)[:80]!r}. Name the "
            "column with the students' ids `id`"
        )
    return headings
