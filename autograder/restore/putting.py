"""Puts the author's cells back into a submission.

Students delete cells, copy them with their metadata, change their type, merge and move them, and
open notebooks in editors that drop keys. `restore` makes each of the author's cells what the
author made it, and puts back those that are missing; what a student may write in keeps the
student's text. Whatever it does is noted.

This is what nbgrader's DeduplicateIds, OverwriteKernelspec and OverwriteCells are for. They
give up a whole submission for a missing key or an edited flag, and leave a deleted test out.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import takewhile

from autograder.errors import SubmissionError
from autograder.notebook import Notebook, NotebookNode, grade_id, retype
from autograder.restore.authored import AuthoredCell, AuthoredNotebook, checksum, made
from autograder.restore.finding import Found, How, find, same_text

__all__ = ["restore"]

_TOLD_CHARACTERS = 10_000
_NAMED = 4
"""Cells that a note names; editors lose the metadata of all."""
_NUMBERED = 6
_AGAIN = "Ask the student to hand in again"


def restore(notebook: Notebook, authored: AuthoredNotebook) -> tuple[str, ...]:
    """Change `notebook` so that each of the author's cells is in it once; an answer may be missing.

    Returns notes: what was amiss, and what was done about it. Raises `SubmissionError` where
    nothing of the assignment is in it, or where it is not clear which cell is an answer and the
    marks would depend on it.
    """
    if authored.kernelspec:
        notebook.metadata["kernelspec"] = dict(authored.kernelspec)
    found = find(notebook.cells, authored)
    if authored.cells and not found.anything:
        what = "none of the assignment's cells is" if notebook.cells else "there is no cell"
        raise SubmissionError(f"{what} in {authored.name}.ipynb, the wrong file perhaps. {_AGAIN}.")
    return _Restoring(notebook, authored, found).run()


class _Restoring:
    """One notebook while it is changed; cells are known as objects, since they move."""

    def __init__(self, notebook: Notebook, authored: AuthoredNotebook, found: Found) -> None:
        self._notebook, self._authored, self._found = notebook, authored, found
        self._before: list[Notebook] = list(notebook.cells)
        self._given = {cell.name: cell for cell in authored.as_given() if cell.name}
        self._notes: dict[str, list[str]] = defaultdict(list)
        self._of = {name: self._before[position] for name, position in found.at.items()}
        self._holder = {name: self._before[position] for name, position in found.held.items()}

    def run(self) -> tuple[str, ...]:
        self._check_sure()
        for name in sorted(self._found.copies):
            self._note("of several copies the last counts", name)
        names = {position: name for name, position in self._found.at.items()}
        by_name = {cell.name: cell for cell in self._authored.cells}
        for position, cell in enumerate(self._before):
            if position in names:
                self._put_right(position, by_name[names[position]])
            else:
                # Not emptied, as nbgrader does: its reader then takes it for an old schema.
                cell.metadata.pop("nbgrader", None)
        self._below_answers()
        self._add_missing()
        return tuple(f"{what}: {_some(names)}" for what, names in self._notes.items())

    def _note(self, what: str, name: str) -> None:
        self._notes[what].append(name)

    def _check_sure(self) -> None:
        """Raise where a graded cell's place depends on which of several cells is its answer."""
        for author in self._authored.cells:
            if author.grade and author.name not in self._of:
                for answer in self._answers_of(author):
                    if answer.name in self._found.unsure:
                        cells = _numbers(self._found.unsure[answer.name])
                        raise SubmissionError(
                            f"{answer.name} could be {cells} of {self._authored.name}.ipynb, and "
                            f"nbgrader's metadata is lost. {_AGAIN}, with one cell for each "
                            "answer, in the file as it was given out."
                        )

    def _put_right(self, position: int, author: AuthoredCell) -> None:
        """Give a cell the author's type and metadata and, where it is locked, text."""
        cell, how = self._before[position], self._found.how[author.name]
        if how is not How.METADATA:
            self._note(f"without nbgrader's metadata, known by its {how}", author.name)
        if cell.cell_type != author.cell_type:
            self._note(f"a {author.cell_type} cell again", author.name)
            retype(cell, author.cell_type)
        cell.metadata["nbgrader"] = NotebookNode(author.metadata())
        if author.locked and checksum(cell) != author.checksum:
            if not same_text(cell.source, self._given[author.name].source) and not same_text(
                cell.source, author.source
            ):
                self._note("the author's text is back", author.name)
            cell.source = author.source

    def _answers_of(self, graded: AuthoredCell) -> list[AuthoredCell]:
        """The author's code answers that a graded cell is about: the nearest ones above it."""
        cells = self._authored.cells
        above = list(reversed(cells[: cells.index(graded)]))
        start = next((i for i, cell in enumerate(above) if cell.is_an_answer), len(above))
        return list(takewhile(lambda cell: cell.is_an_answer, above[start:]))

    def _lowest_answer(self, graded: AuthoredCell) -> int:
        """The position of the last cell that holds an answer to a graded one; -1 for none."""
        cells = [self._of.get(a.name, self._holder.get(a.name)) for a in self._answers_of(graded)]
        return max((self._position(cell) for cell in cells if cell is not None), default=-1)

    def _position(self, cell: Notebook) -> int:
        return next((i for i, one in enumerate(self._notebook.cells) if one is cell), -1)

    def _below_answers(self) -> None:
        """Move each graded cell that stands above its answer below it.

        Where an answer was copied, it stays: one of the copies may be above it.
        """
        for author in self._authored.cells:
            cell = self._of.get(author.name)
            copied = any(answer.name in self._found.copies for answer in self._answers_of(author))
            if author.grade and author.locked and cell is not None and not copied:
                lowest, position = self._lowest_answer(author), self._position(cell)
                if position < lowest:
                    self._notebook.cells.insert(lowest + 1, cell)
                    del self._notebook.cells[position]
                    self._note("moved below its answer", author.name)

    def _add_missing(self) -> None:
        """Put each missing cell where it belongs, after the last that stood before it."""
        taken = {cell["id"] for cell in self._notebook.cells}
        anchors = {p: self._before[at] for p, at in self._found.anchors.items()}
        places = {c.name: place for place, c in enumerate(self._authored.as_given()) if c.name}
        place = 0
        for author in self._authored.cells:
            there = self._of.get(author.name)
            if there is not None:
                place = self._position(there) + 1
                continue
            if author.is_an_answer:
                self._note_answer(author)
                continue
            place = self._place_for(author, place, anchors, places[author.name])
            identity = f"restored-{place}"
            while identity in taken:
                identity += "-again"
            taken.add(identity)
            cell = self._replacement(author, identity)
            self._notebook.cells.insert(place, cell)
            self._of[author.name] = cell
            place += 1

    def _place_for(
        self, author: AuthoredCell, least: int, anchors: dict[int, Notebook], given: int
    ) -> int:
        before = [cell for p, cell in sorted(anchors.items()) if p < given]
        if before:
            least = max(least, self._position(before[-1]) + 1)
        if not author.grade or author.solution:
            return least
        if (lowest := self._lowest_answer(author)) >= 0:
            return max(least, lowest + 1)
        if not any(answer.name not in self._of for answer in self._answers_of(author)):
            return least
        # The answer was not recognised: whatever stands where it stood runs first.
        after = [self._position(cell) for p, cell in sorted(anchors.items()) if p > given]
        return next((p for p in after if p >= least), len(self._notebook.cells))

    def _note_answer(self, author: AuthoredCell) -> None:
        if author.name in self._holder:
            number = self._position(self._holder[author.name])
            holder = grade_id(self._holder[author.name])
            where = f"the cell of {holder}" if holder else _numbers([number])
            self._note(f"the answer stands in {where}", author.name)
        elif author.name in self._found.unsure:
            cells = _numbers(self._found.unsure[author.name])
            self._note(f"the answer could be {cells}", author.name)
        else:
            self._note("not there", author.name)

    def _replacement(self, author: AuthoredCell, identity: str) -> Notebook:
        """The author's cell anew; where an answer may stand elsewhere, it says so to a person."""
        cell = made(author, identity)
        unsure = self._found.unsure.get(author.name)
        if unsure is None:
            self._note("put back", author.name)
            return cell
        self._note(f"the answer could be {_numbers(unsure)}: look there", author.name)
        texts = [self._before[position].source for position in unsure]
        told = "\n\n".join(["This answer's cell was lost. It may be one of these:", *texts])
        told = told[:_TOLD_CHARACTERS]
        if author.cell_type == "code":  # for a person to read; the cells themselves run as they are
            told = "\n".join(f"# {line}" for line in told.splitlines())
        cell.source = told
        return cell


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names) if more < 2 else f"{', '.join(names[:_NAMED])} and {more} more"


def _numbers(positions: Sequence[int]) -> str:
    """Cells as people count them: from 1."""
    numbers = [str(position + 1) for position in positions]
    if len(numbers) > _NUMBERED:
        return f"one of {len(numbers)} cells"
    if len(numbers) == 1:
        return f"cell {numbers[0]}"
    return f"cells {', '.join(numbers[:-1])} and {numbers[-1]}"
