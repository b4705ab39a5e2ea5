"""The author's cells in a submission, whatever the student did to them."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest
from msgspec.structs import replace
from nbgrader.utils import compute_checksum

from autograder.notebook import clear_outputs, grade_id, new_cell, new_notebook, parse, to_text
from autograder.restore import (
    AuthoredCell,
    AuthoredNotebook,
    GivenCell,
    authored_alone,
    checksum,
    restore,
)


def authored_cell(name: str, source: str, **options: Any) -> AuthoredCell:
    plain = AuthoredCell(
        name=name, source=source, checksum="", cell_type="code", locked=True, **options
    )
    cell = new_cell("code", source, "x", {"nbgrader": plain.metadata()})
    return AuthoredCell(**{**_fields(plain), "checksum": compute_checksum(cell)})


def _fields(cell: AuthoredCell) -> dict[str, Any]:
    return {name: getattr(cell, name) for name in cell.__struct_fields__}


ANSWER = AuthoredCell(
    name="answer", cell_type="code", source="stub", locked=False, checksum="", solution=True
)
TEST = authored_cell("test", "assert f() == 1", points=2.0)
WRITTEN = AuthoredCell(
    name="written", cell_type="markdown", source="your answer", locked=False, checksum="",
    points=4.0, solution=True,
)  # fmt: skip
AUTHORED = AuthoredNotebook(
    name="a",
    cells=(ANSWER, TEST, WRITTEN),
    kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"},
)


def handed_in() -> Any:
    """The notebook as it was given out, with an answer."""
    notebook = authored_alone(AUTHORED)
    notebook.cells[0].source = "def f(): return 1"
    return notebook


def sources(notebook: Any) -> list[tuple[str, str]]:
    return [(grade_id(cell), cell.source) for cell in notebook.cells]


WHOLE = [("answer", "def f(): return 1"), ("test", TEST.source), ("written", "your answer")]


def test_a_whole_submission_stays_as_it_is() -> None:
    notebook = handed_in()
    restore(notebook, AUTHORED)

    assert WHOLE == sources(notebook)
    assert AUTHORED.kernelspec == notebook.metadata["kernelspec"]


def test_a_deleted_test_comes_back_after_the_cell_before_it() -> None:
    notebook = handed_in()
    del notebook.cells[1]
    restore(notebook, AUTHORED)

    assert WHOLE == sources(notebook)


def test_a_deleted_answer_stays_away() -> None:
    notebook = handed_in()
    del notebook.cells[0]
    restore(notebook, AUTHORED)

    assert WHOLE[1:] == sources(notebook)


def test_an_edited_test_gets_its_text_flags_and_points_back() -> None:
    notebook = handed_in()
    cell = notebook.cells[1]
    cell.source = "pass"
    cell.metadata["nbgrader"] |= {"points": 2000, "locked": False, "solution": True}
    restore(notebook, AUTHORED)

    assert TEST.source == notebook.cells[1].source
    assert TEST.metadata() == notebook.cells[1].metadata["nbgrader"]


def test_of_several_copies_the_last_counts_and_the_others_are_ordinary_cells() -> None:
    notebook = handed_in()
    first = nbformat.from_dict(notebook.cells[0])
    first.source, first["id"] = "def f(): return 2", "copy"
    notebook.cells.insert(0, first)
    restore(notebook, AUTHORED)

    assert [("", "def f(): return 2"), *WHOLE] == sources(notebook)


@pytest.mark.parametrize("position", [0, 1, 2])
@pytest.mark.parametrize("other", ["markdown", "raw", "code"])
def test_a_cell_of_another_type_gets_its_type_back(position: int, other: str) -> None:
    notebook = handed_in()
    cell = notebook.cells[position]
    author = AUTHORED.cells[position]
    make = getattr(nbformat.v4, f"new_{other}_cell")
    attachments = {} if other == "code" else {"attachments": {"a.png": {"image/png": "AA=="}}}
    notebook.cells[position] = make(cell.source, metadata=cell.metadata, **attachments)
    restore(notebook, AUTHORED)

    assert author.cell_type == notebook.cells[position].cell_type
    assert WHOLE == sources(notebook)
    nbformat.validate(notebook)


def test_a_cell_with_an_unknown_grade_id_is_an_ordinary_cell() -> None:
    notebook = handed_in()
    notebook.cells.append(new_cell("code", "1", "mine", {"nbgrader": {"grade_id": "bonus"}}))
    restore(notebook, AUTHORED)

    assert [*WHOLE, ("", "1")] == sources(notebook)


def test_restoring_twice_and_reading_again_change_nothing() -> None:
    notebook = new_notebook([new_cell("code", "1", "restored-0", {"collapsed": True})])
    clear_outputs(notebook)
    restore(notebook, AUTHORED)
    once = to_text(notebook)
    again = parse(once.encode(), "a.ipynb")
    clear_outputs(again)
    restore(again, AUTHORED)

    assert once == to_text(again)
    assert len({cell["id"] for cell in notebook.cells}) == len(notebook.cells)


@pytest.mark.parametrize("author", AUTHORED.cells, ids=lambda cell: cell.name)
def test_the_checksum_is_nbgrader_s(author: AuthoredCell) -> None:
    cell = new_cell(author.cell_type, "häßlich √", "x", {"nbgrader": author.metadata()})

    assert compute_checksum(cell) == checksum(cell)


def test_the_released_notebook_says_in_which_order_the_author_s_cells_stand() -> None:
    """A gradebook's rows have the order in which they were first written."""
    given = [GivenCell(name=cell.name, source=cell.source) for cell in AUTHORED.cells]
    jumbled = replace(AUTHORED, cells=AUTHORED.cells[::-1])

    assert AUTHORED.cells == jumbled.received_as([GivenCell(source="# Text"), *given]).cells
    assert jumbled == jumbled.received_as(given[:2])  # another release


def test_a_whole_submission_has_no_notes_and_an_edited_one_says_what_was_done() -> None:
    edited = handed_in()
    edited.cells[1].source = "pass"

    assert () == restore(handed_in(), AUTHORED)
    assert ("the author's text is back: test",) == restore(edited, AUTHORED)


def test_a_test_with_a_hidden_region_that_was_taken_out_is_not_an_edited_one() -> None:
    hidden = "\n### BEGIN HIDDEN TESTS\nassert f() == 2\n### END HIDDEN TESTS"
    whole = authored_cell("test", TEST.source + hidden, points=2.0)
    authored = replace(AUTHORED, cells=(ANSWER, whole, WRITTEN))
    notebook = handed_in()

    assert () == restore(notebook, authored)
    assert whole.source == notebook.cells[1].source


def test_a_cell_above_a_copied_answer_is_not_moved() -> None:
    """The first copy is what the student had when the test ran."""
    notebook = handed_in()
    notebook.cells.append(nbformat.from_dict({**notebook.cells[0], "id": "later"}))
    restore(notebook, AUTHORED)

    assert ["", "test", "written", "answer"] == [grade_id(cell) for cell in notebook.cells]
