"""An ordinary nbgrader assignment: plain asserts, no hidden cases. Its cells judge themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograder.verdict import Judged
from tests.course.courses import (
    Course,
    Once,
    cell_named,
    code_cell,
    notebook_of,
    solution_cell,
)

pytestmark = pytest.mark.course

DOUBLE = """\
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION"""

CHECK = """\
assert double(2) == 4
### BEGIN HIDDEN TESTS
assert double(21) == 42, "double(21) should be 42"
### END HIDDEN TESTS"""

PARTIAL = """\
points = 0
points += 1.5 * (double(2) == 4)
points += 0.5 * (double(-3) == -6)
points"""

RESULT = """\
import torch

result_of_the_student"""

RIGHT = "def double(x):\n    return x + x"
NOISY = (
    "import sys\n\n\ndef double(x):\n    print('doubling', x, file=sys.stderr)\n    return x + x"
)
WRONG = "def double(x):\n    return x * x"
UNSIGNED = "def double(x):\n    return 2 * abs(x)"

# What a cell's last expression shows, and what it is worth where 2 points can be had.
RESULTS = {
    "torch.tensor(0.0)": 0.0,
    "torch.tensor(1.5)": 1.5,
    "float('nan')": 0.0,
    "float('inf')": 2.0,
    "-1": 0.0,
    "7": 2.0,
}


def sums() -> Any:
    """The source notebook: double, an all-or-nothing cell and a cell that gives partial credit."""
    return notebook_of(
        solution_cell(DOUBLE, "double-solution"),
        code_cell(CHECK, "double-test", points=3),
        code_cell(PARTIAL, "partial-test", points=2),
        solution_cell("### BEGIN SOLUTION\nNone\n### END SOLUTION", "result-solution"),
        code_cell(RESULT, "result-test", points=2),
    )


@pytest.fixture(scope="module")
def sums_graded(once: Once) -> Course:
    """The assignment `sums`, released, handed in by a class and graded."""

    def build(folder: Path) -> None:
        course = Course.new(folder)
        course.author("sums", sums())
        course.nbgrader("generate_assignment", "sums", name="generate_assignment")
        answers = {"right": RIGHT, "noisy": NOISY, "wrong": WRONG, "unsigned": UNSIGNED}
        for student, answer in answers.items():
            course.hand_in(student, "sums", answered(course, answer, "None"))
        for number, result in enumerate(RESULTS):
            course.hand_in(f"result-{number}", "sums", answered(course, RIGHT, result))
        course.hand_in("untouched", "sums", course.notebook("release", "sums", "sums.ipynb"))
        course.nbgrader("autograde", "sums", name="autograde")

    return once("sums", build)


def answered(course: Course, double: str, result: str) -> Any:
    """The released notebook with both answers filled in."""
    notebook = course.notebook("release", "sums", "sums.ipynb")
    cell_named(notebook, "double-solution").source = double
    cell_named(
        notebook, "result-solution"
    ).source = f"import torch\nresult_of_the_student = {result}"
    return notebook


def points(course: Course, student: str) -> tuple[float | None, ...]:
    """The gradebook's points for the cells double-test and partial-test."""
    scores = course.scores(student, "sums")
    return scores["double-test"].auto, scores["partial-test"].auto


def test_an_assignment_without_hidden_cases_is_released_and_graded(sums_graded: Course) -> None:
    released = sums_graded.notebook("release", "sums", "sums.ipynb")

    assert sums_graded.said("generate_assignment").code == 0
    assert sums_graded.said("autograde").code == 0
    assert cell_named(released, "double-test").source.strip() == "assert double(2) == 4"


def test_asserts_that_hold_give_full_points(sums_graded: Course) -> None:
    assert points(sums_graded, "right") == (3.0, 2.0)


def test_an_assert_that_fails_gives_no_points(sums_graded: Course) -> None:
    """2 * 2 is 2 + 2, so only the hidden assert sees it."""
    assert points(sums_graded, "wrong")[0] == 0.0
    assert "double(21) should be 42" in sums_graded.report("wrong", "sums").tasks[0].note


def test_what_is_not_written_gets_no_points(sums_graded: Course) -> None:
    assert points(sums_graded, "untouched") == (0.0, 0.0)


def test_text_on_stderr_costs_nothing(sums_graded: Course) -> None:
    assert points(sums_graded, "noisy") == (3.0, 2.0)


def test_a_cell_s_number_is_partial_credit(sums_graded: Course) -> None:
    assert points(sums_graded, "unsigned") == (3.0, 1.5)


@pytest.mark.parametrize(("number", "result", "worth"), [
    (number, result, worth) for number, (result, worth) in enumerate(RESULTS.items())
])  # fmt: skip
def test_a_result_is_worth_at_least_0_and_at_most_the_cell_s_points(
    sums_graded: Course, number: int, result: str, worth: float
) -> None:
    scores = sums_graded.scores(f"result-{number}", "sums")

    assert scores["result-test"].auto == worth, result


def test_every_cell_is_reported_as_judged_inside(sums_graded: Course) -> None:
    report = sums_graded.report("unsigned", "sums")

    assert [task.judged for task in report.tasks] == [Judged.INSIDE] * 3
    assert [task.points for task in report.tasks[:2]] == [3.0, 1.5]
    assert report.graded


def test_the_gradebook_has_the_points_of_the_reports(sums_graded: Course) -> None:
    for student in ("right", "noisy", "wrong", "unsigned", "untouched", "result-0", "result-3"):
        scores = sums_graded.scores(student, "sums")
        for task in sums_graded.report(student, "sums").tasks:
            assert scores[task.grade_id].auto == task.points, (student, task.grade_id)
