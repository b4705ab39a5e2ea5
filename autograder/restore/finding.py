"""Which of a student's cells is which of the author's.

Theory of operation
-------------------
By grade_id, first: an intact file needs nothing else. What is missing then is looked for by cell
id, by its text, and by likeness, among the cells that nobody has claimed. Cells that were found,
and the lesson's unchanged text between them, say where in the notebook a missing one belongs.

An answer is the student's, so it is taken for a task's only where that is clear: `ENOUGH` of what
was given out is kept in it, and no other cell comes within `MARGIN`, or only one of those that do
stands where it belongs. What is not clear is left `unsure`, with the cells that it could be.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from autograder.notebook import Notebook, grade_id
from autograder.restore.authored import AuthoredCell, AuthoredNotebook
from autograder.restore.likeness import Given, Text, reference

__all__ = ["ENOUGH", "MARGIN", "SAME", "Found", "How", "find", "same_text"]

ENOUGH = 0.3
"""Of an answer's stub, kept: half for its text, half for the names that it binds."""
MARGIN = 0.15
"""By so much a cell has to be more like it than any other."""
SAME = 0.8
"""A locked cell is the author's from here on; its text is replaced, so it must be nothing else."""
_MOST_CHARACTERS = 300_000
"""Of text that is compared: ten times a lesson's code, and bounded in time and memory."""


class How(StrEnum):
    """By what a cell was known."""

    METADATA = "its grade_id"
    IDENTITY = "cell id"
    TEXT = "text"
    LIKENESS = "likeness"
    PLACE = "place"


@dataclass
class Found:
    """The author's cells in a notebook, by grade_id; numbers are positions of cells.

    `held` are answers that stand in a cell of something else; `unsure` those that could be any
    of several cells; `copies` are cells that stood there more than once.
    """

    at: dict[str, int] = field(default_factory=dict)
    how: dict[str, How] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    unsure: dict[str, list[int]] = field(default_factory=dict)
    copies: set[str] = field(default_factory=set)
    anchors: dict[int, int] = field(default_factory=dict)
    """Where cells of the notebook that was given out stand now, by their place in it."""

    @property
    def anything(self) -> bool:
        return bool(self.at or self.held or self.unsure or self.anchors)


def find(cells: Sequence[Notebook], authored: AuthoredNotebook) -> Found:
    """The author's cells among `cells`. Of several with one grade_id the last counts."""
    found = Found()
    names = {cell.name for cell in authored.cells}
    for position in range(len(cells) - 1, -1, -1):
        name = grade_id(cells[position])
        if name in found.at:
            found.copies.add(name)
        elif name in names:
            found.at[name], found.how[name] = position, How.METADATA
    if len(found.at) < len(names):
        _Search(cells, authored, found).run()
    return found


def same_text(one: str, other: str) -> bool:
    """Whether two texts are the same but for line ends and blanks before them."""
    return one == other or [line.rstrip() for line in one.rstrip().splitlines()] == [
        line.rstrip() for line in other.rstrip().splitlines()
    ]


class _Search:
    """Looks for cells whose grade_id is lost; `found` is filled in."""

    def __init__(self, cells: Sequence[Notebook], authored: AuthoredNotebook, found: Found) -> None:
        self._cells, self._found = cells, found
        self._given: Given = reference(authored.as_given())
        self._authors = {cell.name: cell for cell in authored.cells}
        self._free = set(range(len(cells))) - set(found.at.values())
        self._texts: dict[int, Text] = {}

    def run(self) -> None:
        self._by_identity()
        self._by_text()
        self._anchor()
        self._free = self._compared(sorted(self._free - set(self._found.anchors.values())))
        self._answers()
        self._locked()
        self._by_place()
        self._anchor()

    def _compared(self, positions: Sequence[int]) -> set[int]:
        """Those that hold something, as long as there are not too many."""
        kept, characters = set(), 0
        for position in positions:
            source = self._cells[position].source
            characters += len(source)
            if characters > _MOST_CHARACTERS:
                break
            if source.strip():
                kept.add(position)
        return kept

    def _missing(self) -> list[AuthoredCell]:
        found = self._found
        return [
            cell
            for name, cell in self._authors.items()
            if name not in found.at and name not in found.held and name not in found.unsure
        ]

    def _take(self, name: str, position: int, how: How) -> None:
        self._found.at[name], self._found.how[name] = position, how
        self._free.discard(position)

    def _by_identity(self) -> None:
        missing = {cell.name for cell in self._missing()}
        names = {c.identity: c.name for c in self._given.cells if c.identity and c.name in missing}
        for position in sorted(self._free):
            name = names.pop(self._cells[position].get("id", ""), None)
            if name:
                self._take(name, position, How.IDENTITY)

    def _by_text(self) -> None:
        missing = {cell.name for cell in self._missing()}
        seen: set[int] = set()
        for position in sorted(self._free, reverse=True):
            place = self._given.keys.get(self._text(position).key)
            if place is None:
                continue
            name = self._given.cells[place].name
            if name in missing:
                self._take(name, position, How.TEXT)
                missing.remove(name)
            elif not name and place in seen:
                self._found.anchors.pop(place, None)  # copies say nothing of where they belong
            elif not name:
                self._found.anchors[place] = position
            seen.add(place)

    def _anchor(self) -> None:
        for name, position in self._found.at.items():
            if name in self._given.places:
                self._found.anchors[self._given.places[name]] = position

    def _around(self, name: str) -> tuple[int, int]:
        """The positions between which a missing cell belongs, both of them left out."""
        place, anchors = self._given.places[name], self._found.anchors
        before = (
            anchors[max((p for p in anchors if p < place), default=-1)]
            if any(p < place for p in anchors)
            else -1
        )
        after = (
            anchors[min((p for p in anchors if p > place), default=-1)]
            if any(p > place for p in anchors)
            else len(self._cells)
        )
        return (before, after) if before < after else (-1, len(self._cells))

    def _text(self, position: int) -> Text:
        if position not in self._texts:
            self._texts[position] = Text(self._cells[position].source)
        return self._texts[position]

    def _answers(self) -> None:
        """Answers by likeness, in cells that are free or that hold more than they should."""
        claims: dict[int, list[tuple[float, str]]] = defaultdict(list)
        for author in self._missing():
            if author.solution:
                best = self._best(author)
                if best is not None:
                    claims[best[1]].append((best[0], author.name))
        for position, claimed in claims.items():
            self._give(position, sorted(claimed, reverse=True))

    def _best(self, author: AuthoredCell) -> tuple[float, int] | None:
        """The cell that is the answer, and its likeness; None for none, or for several."""
        place = self._given.places[author.name]
        scores = [
            (score, position)
            for position in self._candidates(author)
            if (score := self._given.kept(place, self._text(position))) >= ENOUGH
        ]
        if not scores:
            return None
        top = max(scores)[0]
        near = [(score, position) for score, position in scores if score > top - MARGIN]
        before, after = self._around(author.name)
        inside = [one for one in near if before < one[1] < after]
        if len(inside) == 1:
            return inside[0]
        if len({self._text(position).key for _, position in near}) > 1:
            self._found.unsure[author.name] = [position for _, position in near]
            return None
        return max(near, key=lambda one: one[1])  # of copies the last, as ever

    def _candidates(self, author: AuthoredCell) -> list[int]:
        written = author.cell_type != "code"
        free = [p for p in self._free if not written or self._cells[p].cell_type != "code"]
        return sorted(free) if written else sorted({*free, *self._overfull()})

    def _overfull(self) -> list[int]:
        """Code cells of the author's that may hold an answer to something else, too."""
        return [
            position
            for name, position in self._found.at.items()
            if self._authors[name].cell_type == "code" and not self._as_given(name, position)
        ]

    def _as_given(self, name: str, position: int) -> bool:
        given = self._given.cells[self._given.places[name]]
        return same_text(self._cells[position].source, given.source)

    def _give(self, position: int, claimed: list[tuple[float, str]]) -> None:
        """Settle who gets a cell, of those whose answer it seems to be."""
        (top, first), others = claimed[0], claimed[1:]
        alone = not others or top - others[0][0] >= MARGIN
        written = self._authors[first].cell_type != "code"
        if not alone and written:
            self._found.unsure.update({name: [position] for _, name in claimed})
            return
        owner = next((n for n, p in self._found.at.items() if p == position), "")
        if owner and self._authors[owner].locked:  # its text would be replaced
            del self._found.at[owner], self._found.how[owner]
            owner = ""
        for _, name in claimed:
            if self._binds(name, position) or (alone and name == first):
                self._found.held[name] = position
        if alone and not owner:
            self._found.held.pop(first, None)
            self._take(first, position, How.LIKENESS)
        self._free.discard(position)

    def _binds(self, name: str, position: int) -> bool:
        return bool(self._given.names[self._given.places[name]] & self._text(position).names)

    def _locked(self) -> None:
        for author in self._missing():
            if author.locked:
                place = self._given.places[author.name]
                like = [
                    (score, position)
                    for position in self._free
                    if (score := self._given.alike(place, self._text(position))) >= SAME
                ]
                if like:
                    self._take(author.name, max(like)[1], How.LIKENESS)

    def _by_place(self) -> None:
        """Answers of which the stub says nothing: the one cell that stands where it stood."""
        self._anchor()
        missing = [cell for cell in self._missing() if cell.solution]
        around = {cell.name: self._around(cell.name) for cell in missing}
        for author in missing:
            before, after = around[author.name]
            if author.cell_type == "code" and self._given.names[self._given.places[author.name]]:
                continue  # it would be known by what it binds
            there = [p for p in self._candidates(author) if before < p < after and p in self._free]
            rivals = [
                other
                for other in missing
                if around[other.name] == (before, after) and other.cell_type == author.cell_type
            ]
            if len(there) == 1 and len(rivals) == 1:
                self._take(author.name, there[0], How.PLACE)
            elif there and not author.is_an_answer:
                self._found.unsure[author.name] = there
