"""A whole submission, mangled: the answers keep their marks, and what was done is noted.

The lesson's notebook with right answers goes through what editors, converters and students do to
it, is restored, and is judged in this process.
"""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from autograder.course.cases import find_cases, find_mistakes
from autograder.course.stub import authored_of, course_config
from autograder.errors import SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.inprocess import InProcessRunner
from autograder.judge.run import Judge
from autograder.notebook import Notebook, clear_outputs, grade_id, parse, read
from autograder.restore import AuthoredCell, AuthoredNotebook, GivenCell, restore
from demo.build import Submission, hand_in, solved_cells
from tests.answers import TASKS, answers
from tests.intake import manglings as m

REPOSITORY = Path(__file__).parents[2]
WRITTEN = "They are shares of this one pass, and not parameters."
S, T = "attention-solution", "attention-test"

MANGLED: dict[str, tuple[m.Change, str]] = {
    "nothing": (lambda content: None, ""),
    "metadata gone": (m.without_metadata, "known by its cell id: checks"),
    "metadata and ids gone": (m.bare, "known by its likeness: projection-solution"),
    "saved by Colab": (m.colab, "known by its place: written-answer"),
    "to a script and back": (m.script_and_back, "known by its likeness"),
    "format 3 without metadata": (m.version_3, "known by its likeness"),
    "grade_ids and ids made new": (m.renamed, "known by its likeness"),
    "CRLF": (m.every(m.crlf), ""),
    "CRLF, bare": (m.both(m.every(m.crlf), m.bare), "known by its text: checks"),
    "reformatted, bare": (m.both(m.every(m.reformatted), m.bare), "known by its text: checks"),
    "curly quotes in text, bare": (
        m.both(m.every(m.curly_words, "markdown"), m.bare), "known by its place: written-answer",
    ),
    "tabs, bare": (m.both(m.every(m.tabs, "code"), m.bare), "the author's text is back: checks"),
    "docstrings gone, bare": (
        m.both(m.every(m.without_docstring, "code"), m.bare), "the author's text is back: checks",
    ),
    "comments gone, bare": (
        m.both(m.every(m.without_comments, "code"), m.bare), "put back: lesson-example",
    ),
    "a test above its answer": (m.moved(T, S), f"moved below its answer: {T}"),
    "a test above its answer, bare": (m.both(m.moved(T, S), m.bare), f"below its answer: {T}"),
    "answer and test merged": (m.merged(S, T), f"put back: {T}"),
    "answer and test merged, bare": (m.both(m.merged(S, T), m.bare), f"put back: {T}"),
    "a test and the next answer merged": (
        m.merged("projection-test", "one-row-solution"), "put back: projection-test",
    ),
    "a test and the next answer merged, bare": (
        m.both(m.merged("projection-test", "one-row-solution"), m.bare), "put back: proj",
    ),
    "two answers merged": (
        m.merged("projection-solution", "one-row-solution"),
        "the answer stands in the cell of projection-solution: one-row-solution",
    ),
    "two answers merged, bare": (
        m.both(m.merged("projection-solution", "one-row-solution"), m.bare),
        "the answer stands in cell 11: projection-solution, one-row-solution",
    ),
    "all code merged": (m.all_merged, "the answer stands in cell 24"),
    "all code merged, bare": (m.both(m.all_merged, m.bare), "the answer stands in cell 24"),
    "an answer split": (
        m.split("exercise-1-solution", "exercise_1_increase ="), "of several copies the last",
    ),
    "an answer split, bare": (
        m.both(m.split("exercise-1-solution", "exercise_1_increase ="), m.bare), "likeness",
    ),
    "a test pasted twice": (m.both(m.pasted(T), m.pasted(T)), f"last counts: {T}"),
    "a test pasted, bare": (m.both(m.pasted(T), m.bare), "known by its text"),
    "an answer pasted at the end, bare": (
        m.both(m.pasted(S, after="exercise-2-test"), m.bare), "known by its likeness",
    ),
    "an answer that became raw text, bare": (
        m.both(m.retyped(S, "raw"), m.bare), f"a code cell again: {S}",
    ),
    "own cells everywhere, bare": (m.both(m.scratch, m.bare), "known by its likeness"),
    "nothing but the answers, bare": (m.only_answers, "put back: checks, projection-test"),
    "tests and helpers deleted, bare": (
        m.both(m.deleted("one-row-test", "lesson-example", "checks"), m.bare), "put back: checks",
    ),
}  # fmt: skip


@cache
def authored() -> AuthoredNotebook:
    folder = REPOSITORY / "source" / "attention"
    source = read(folder / "attention.ipynb")
    return authored_of(source, folder, "attention", course_config(REPOSITORY))


@cache
def handed_in_text() -> str:
    """The released notebook with right answers in it."""
    given_out = nbformat.read(REPOSITORY / "release" / "attention" / "attention.ipynb", 4)
    source = nbformat.read(REPOSITORY / "source" / "attention" / "attention.ipynb", 4)
    submission = Submission("a student", "", {"written-answer": WRITTEN})
    return hand_in(submission, given_out, solved_cells(source))


def restored(
    change: m.Change, given: AuthoredNotebook | None = None
) -> tuple[Notebook, tuple[str, ...]]:
    """The handed-in notebook after the change and after its repair, and the notes."""
    content = json.loads(handed_in_text())
    change(content)
    notebook = parse(json.dumps(content).encode(), "attention.ipynb")
    clear_outputs(notebook)
    return notebook, restore(notebook, given or authored())


def source_of(notebook: Notebook, name: str) -> str:
    return next(str(cell.source) for cell in notebook.cells if grade_id(cell) == name)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    judge = Judge(find_cases("attention", ""), find_mistakes("attention"))
    with Engine("attention", judge, InProcessRunner()) as one:
        yield one


@pytest.mark.parametrize("line", MANGLED)
def test_a_mangled_notebook_keeps_its_marks_and_the_repair_is_noted(
    line: str, engine: Engine
) -> None:
    change, noted = MANGLED[line]
    notebook, notes = restored(change)
    report = engine.grade(notebook, "a student")

    assert 20 == sum(task.points or 0 for task in report.tasks), [t.points for t in report.tasks]
    assert WRITTEN == source_of(notebook, "written-answer").strip()
    assert noted in "; ".join(notes)
    assert bool(noted) == bool(notes), notes


@pytest.mark.parametrize("line", MANGLED)
def test_the_author_s_tests_stand_there_once_with_their_text(line: str) -> None:
    notebook, _ = restored(MANGLED[line][0])
    locked = {cell.name: cell.source for cell in authored().cells if cell.locked}
    there = [(grade_id(c), c.source) for c in notebook.cells if grade_id(c) in locked]

    assert sorted(locked.items()) == sorted(there)


def test_without_the_released_notebook_code_is_still_found_and_a_person_finds_the_rest() -> None:
    notebook, notes = restored(m.bare, replace(authored(), given=()))

    for name in (f"{task}-solution" for task in TASKS):
        assert "YOUR CODE HERE" not in source_of(notebook, name)
    assert WRITTEN in source_of(notebook, "written-answer")
    assert "the answer could be cells 44, 45 and 46: look there: written-answer" in notes


def test_an_answer_that_was_deleted_is_said_to_be_missing() -> None:
    _, notes = restored(m.both(m.deleted("one-row-solution"), m.bare))

    assert "not there: one-row-solution" in notes


def test_an_empty_notebook_and_another_one_are_ungraded() -> None:
    def other(content: Any) -> None:
        content["cells"] = [{"cell_type": "code", "source": "1", "metadata": {}}]

    with pytest.raises(SubmissionError, match=r"there is no cell in attention\.ipynb"):
        restored(lambda content: content.update(cells=[]))
    with pytest.raises(SubmissionError, match="none of the assignment's cells is in"):
        restored(other)


# What is not clear is never guessed

ATTEMPTS = "def total(xs):\n    return {}"
STUB = "def total(xs):\n    # YOUR CODE HERE\n    raise NotImplementedError()"
SMALL = AuthoredNotebook(
    name="sums",
    cells=(
        AuthoredCell(
            name="sum", cell_type="code", source=STUB, locked=False, checksum="", solution=True
        ),
        AuthoredCell(
            name="sum-test", cell_type="code", source="assert total([1]) == 1", locked=True,
            checksum="", points=2.0,
        ),
    ),
    given=(
        GivenCell(cell_type="markdown", source="# Sums"),
        GivenCell(name="sum", source=STUB),
        GivenCell(name="sum-test", source="assert total([1]) == 1"),
    ),
)  # fmt: skip


def small(*sources: str) -> Notebook:
    """A notebook of code cells without metadata."""
    cells = [{"cell_type": "code", "source": source, "metadata": {}} for source in sources]
    return parse(json.dumps({"nbformat": 4, "cells": cells}).encode(), "sums.ipynb")


def test_of_two_attempts_without_a_test_between_none_is_taken() -> None:
    notebook = small(ATTEMPTS.format("sum(xs)"), ATTEMPTS.format("0"))

    with pytest.raises(SubmissionError, match=r"sum could be cells 1 and 2 of sums\.ipynb"):
        restore(notebook, SMALL)


def test_of_two_attempts_the_one_that_stands_where_it_belongs_is_taken() -> None:
    notebook = small(ATTEMPTS.format("sum(xs)"), "assert total([1]) == 1", ATTEMPTS.format("0"))
    restore(notebook, SMALL)

    assert ["sum", "sum-test", ""] == [grade_id(cell) for cell in notebook.cells]


def test_a_cell_that_only_uses_the_answer_is_not_the_answer() -> None:
    notebook = small("print(total([1, 2]))", "assert total([1]) == 1", "totals = total([1])")
    notes = restore(notebook, SMALL)

    assert ["", "sum-test", ""] == [grade_id(cell) for cell in notebook.cells]
    assert "not there: sum" in notes


# Found by search

OTHERS = [one for task in TASKS for kind in ("right", "wrong") for one in answers(task, kind)]


@settings(deadline=None, database=None, derandomize=True, max_examples=60)
@given(
    st.lists(st.sampled_from(OTHERS), max_size=6),
    st.randoms(use_true_random=False),
    st.sampled_from([m.bare, m.without_metadata, m.colab, m.renamed]),
    st.booleans(),
)
def test_no_task_gets_another_task_s_answer(
    chosen: list[Any], chance: Any, change: m.Change, shuffled: bool
) -> None:
    """Whatever students wrote, and wherever the cells stand now."""
    content = json.loads(handed_in_text())
    mine = {f"{task}-solution": f"{task}-solution" for task in TASKS}
    for answer in chosen:
        m.cell_of(content, f"{answer.task}-solution")["source"] = answer.code
    whose = {m.text_of(m.cell_of(content, name)): name for name in mine}
    if shuffled:
        chance.shuffle(content["cells"])
    change(content)
    notebook = parse(json.dumps(content).encode(), "attention.ipynb")
    before = copy.deepcopy([cell.source for cell in notebook.cells])
    with contextlib.suppress(SubmissionError):  # none of the author's cells has changed then
        restore(notebook, authored())

    for cell in notebook.cells:
        if grade_id(cell) in mine:
            assert grade_id(cell) == whose.get(cell.source, "nobody's")
    assert {source for source in before if source in whose} <= {c.source for c in notebook.cells}
