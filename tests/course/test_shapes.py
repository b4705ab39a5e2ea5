"""Files that Colab and VS Code saved are collected and graded like Jupyter's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course.conftest import HandIn
from tests.course.courses import Course, Once, write
from tests.course.shapes import SHAPES, without_notes
from tests.course.students import WRITTEN
from tests.course.test_collect import autograder

pytestmark = pytest.mark.course


@pytest.fixture(scope="module")
def shaped(once: Once, released: Course, answered: HandIn) -> Course:
    """The solved notebook from each editor, with and without nbgrader's notes in its cells."""

    def build(folder: Path) -> None:
        course = released.copy(folder)
        right = answered({"written-answer": WRITTEN})
        for name, shape in SHAPES.items():
            for student, notebook in {name: right, f"{name}-bare": without_notes(right)}.items():
                write(folder / "download" / student / "attention.ipynb", shape(notebook))
        collected = autograder(course, "collect", "attention", "download")
        assert collected.code == 0, collected.text
        autograder(course, "grade", "attention")

    return once("shapes", build)


def marks(course: Course, student: str) -> dict[str, float | None]:
    return {name: score.auto for name, score in course.scores(student).items()}


FULL = {
    "projection-test": 2,
    "one-row-test": 2,
    "attention-test": 10,
    "separate-projections-test": 1,
    "changed-values-test": 1,
    "exercise-1-test": 2,
    "exercise-2-test": 2,
    "written-answer": None,
}


@pytest.mark.parametrize("editor", SHAPES)
def test_a_solved_notebook_gets_full_marks_and_its_answer_waits_for_a_person(
    shaped: Course, editor: str
) -> None:
    assert FULL == marks(shaped, editor)
    assert shaped.scores(editor)["written-answer"].waits_for_a_hand


@pytest.mark.parametrize("editor", SHAPES)
def test_without_nbgrader_s_notes_it_gets_them_too(shaped: Course, editor: str) -> None:
    assert FULL == marks(shaped, f"{editor}-bare")
    assert shaped.scores(f"{editor}-bare")["written-answer"].waits_for_a_hand
