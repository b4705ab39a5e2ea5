"""An assignment's tasks: graded cells in the notebook's order, each judged by someone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.assignment import Task, hidden_cases, tasks_of
from autograder.errors import AuthoringError
from autograder.notebook import find_source, read
from autograder.verdict import Judged


def cell(source: str = "", *, kind: str = "code", **nbgrader: Any) -> nbformat.NotebookNode:
    make = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
    return make(source, metadata={"nbgrader": nbgrader} if nbgrader else {})


def graded(name: str, source: str = "", **more: Any) -> nbformat.NotebookNode:
    return cell(source, **{"grade": True, "grade_id": name, "points": 1, **more})


def notebook(*cells: nbformat.NotebookNode) -> nbformat.NotebookNode:
    return nbformat.v4.new_notebook(cells=list(cells))


def test_graded_cells_are_tasks_in_the_notebook_s_order_and_others_are_not() -> None:
    tasks = tasks_of(
        notebook(
            cell("# Title", kind="markdown"),
            cell("x = 1"),
            cell(grade=False, solution=True, grade_id="b-solution"),
            graded("b-test", points=2.5),
            graded("a-test", points=3),
        ),
        cases=["b-test"],
    )

    expected = [
        Task("b-test", 3, 2.5, Judged.OUTSIDE),
        Task("a-test", 4, 3.0, Judged.INSIDE),
    ]
    assert expected == tasks


@pytest.mark.parametrize(
    ("expected", "made"),
    [
        (Judged.OUTSIDE, graded("with-cases")),
        (Judged.INSIDE, graded("plain", "assert x == 1")),
        (Judged.BY_HAND, graded("written", kind="markdown", solution=True)),
        (Judged.BY_HAND, graded("by-hand", solution=True)),
        (Judged.BY_HAND, graded("drawn", kind="markdown")),
        (Judged.BY_HAND, graded("with-cases", solution=True)),
    ],
)
def test_a_task_is_judged_by_cases_by_its_asserts_or_by_hand(
    expected: Judged, made: nbformat.NotebookNode
) -> None:
    (task,) = tasks_of(notebook(made), cases={"with-cases"})

    assert expected is task.judged


def test_a_cell_that_names_cases_which_are_not_there_is_an_authoring_error() -> None:
    made = notebook(graded("a-test", "check()\n# hidden cases: a-test\n"))

    with pytest.raises(AuthoringError, match="a-test names the hidden cases a-test"):
        tasks_of(made, cases=[])
    assert Judged.OUTSIDE is tasks_of(made, cases=["a-test"])[0].judged


def test_the_message_names_every_case_that_is_missing() -> None:
    source = "# hidden cases: one\n# hidden cases: two\n# hidden cases: three"

    with pytest.raises(AuthoringError, match="one, three"):
        tasks_of(notebook(graded("a", source)), cases=["two"])


def test_of_two_cells_with_one_grade_id_the_first_counts() -> None:
    tasks = tasks_of(notebook(graded("a", points=2), graded("a", points=9)), cases=[])

    assert [Task("a", 0, 2.0, Judged.INSIDE)] == tasks


@pytest.mark.parametrize("name", ["", None, ...])
def test_a_graded_cell_without_a_grade_id_is_no_task(name: Any) -> None:
    made = graded("x")
    if name is ...:
        del made.metadata.nbgrader["grade_id"]
    else:
        made.metadata.nbgrader["grade_id"] = name

    assert [] == tasks_of(notebook(made), cases=[])


def test_points_that_are_missing_or_null_are_none() -> None:
    assert 0 == tasks_of(notebook(graded("a", points=None)), cases=[])[0].max_points
    assert 0 == tasks_of(notebook(graded("a", points=0)), cases=[])[0].max_points


def test_a_notebook_without_graded_cells_has_no_tasks() -> None:
    assert [] == tasks_of(notebook(), cases=["a"])
    assert [] == tasks_of(notebook(cell("x = 1")), cases=["a"])


@pytest.mark.parametrize(
    ("expected", "source"),
    [
        ([], ""),
        ([], "x = 1  # hidden cases: not at the line's start"),
        (["a-test"], "# hidden cases: a-test"),
        (["a-test"], "    # hidden cases:   a-test   "),
        (["a", "b"], "# hidden cases: a\nassert x\n# hidden cases: b"),
        ([""], "# hidden cases:"),
        ([], "# Hidden cases: a"),
    ],
)
def test_a_cell_s_source_names_its_hidden_cases(expected: list[str], source: str) -> None:
    assert expected == hidden_cases(source)


def test_a_line_that_names_no_cases_is_an_authoring_error() -> None:
    with pytest.raises(AuthoringError):
        tasks_of(notebook(graded("a", "# hidden cases:")), cases=["a"])


def test_the_attention_notebook_has_these_tasks() -> None:
    source = read(find_source(Path(__file__).parent, "attention"))
    named = {name for made in source.cells for name in hidden_cases(made.source)}

    found = [(task.grade_id, task.max_points, task.judged) for task in tasks_of(source, named)]

    outside = Judged.OUTSIDE
    expected = {
        ("projection-test", 2, outside),
        ("one-row-test", 2, outside),
        ("attention-test", 10, outside),
        ("separate-projections-test", 1, outside),
        ("changed-values-test", 1, outside),
        ("exercise-1-test", 2, outside),
        ("exercise-2-test", 2, outside),
        ("written-answer", 4, Judged.BY_HAND),
    }
    assert expected == set(found)
    assert 8 == len(found)


def test_what_a_student_writes_into_a_written_answer_names_no_cases() -> None:
    (task,) = tasks_of(
        notebook(graded("written", "# hidden cases: none-of-them", kind="markdown", solution=True)),
        cases=[],
    )

    assert Judged.BY_HAND == task.judged
