"""What comes after grading: feedback, the export, and what a student or an author runs."""

from __future__ import annotations

import csv
import html
import re
from pathlib import Path

import pytest

from autograder.verdict import Outcome
from tests.course.courses import (
    Course,
    Once,
    cell_named,
    code_cell,
    notebook_of,
    solution_cell,
)

pytestmark = pytest.mark.course


@pytest.fixture(scope="module")
def returned(once: Once, graded: Course) -> Course:
    """The graded course after feedback, export, solution and two runs of `validate`."""

    def build(folder: Path) -> None:
        course = graded.copy(folder)
        course.nbgrader("generate_feedback", "attention", "--student=[ru]*", name="feedback")
        course.nbgrader("export", "--to=grades.csv", name="export")
        course.nbgrader("generate_solution", "attention", name="generate_solution")
        for student in ("right", "untouched"):
            place = f"submitted/{student}/attention/attention.ipynb"
            course.nbgrader("validate", place, name=f"validate {student}")

    return once("returned", build)


def page(course: Course, student: str, assignment: str = "attention") -> str:
    """The feedback page as text with its entities resolved."""
    path = course.folder / "feedback" / student / assignment / f"{assignment}.html"
    return html.unescape(path.read_text(encoding="utf-8"))


# Feedback


def test_feedback_does_not_show_the_lines_that_name_hidden_cases(returned: Course) -> None:
    text = page(returned, "unscaled")

    assert returned.said("feedback").code == 0
    assert "hidden cases:" not in text
    assert "HIDDEN TESTS" not in text


def test_feedback_on_the_stub_says_that_it_is_not_written_yet(returned: Course) -> None:
    text = page(returned, "untouched")

    assert "0/10" in text
    assert "not written yet" in text


SUMS_SOLUTION = """\
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION"""

SUMS_CHECK = """\
assert double(2) == 4
### BEGIN HIDDEN TESTS
# hidden cases: double-test
### END HIDDEN TESTS"""

SUMS_CASES = '''\
import pytest


@pytest.mark.case("double-test")
def test_doubles(student):
    """double(x) is x + x."""
    hidden_input = 74797
    assert student.double(hidden_input) == 149594, "double gives back something else."


@pytest.mark.case("double-test")
def test_doubles_a_negative_number(student):
    """double(x) is right for a negative x."""
    assert student.double(-60613) == -121226
'''
HIDDEN = ("74797", "149594", "60613", "121226", "hidden_input", "test_doubles")


@pytest.fixture(scope="module")
def sums_returned(once: Once) -> Course:
    """A small assignment with hidden cases of the course's own; one student is wrong."""

    def build(folder: Path) -> None:
        course = Course.new(folder)
        cases = folder / "cases" / "sums"
        cases.mkdir(parents=True)
        (cases / "test_double.py").write_text(SUMS_CASES, encoding="utf-8")
        course.author(
            "sums",
            notebook_of(
                solution_cell(SUMS_SOLUTION, "double-solution"),
                code_cell(SUMS_CHECK, "double-test", points=3),
            ),
        )
        course.nbgrader("generate_assignment", "sums", name="generate_assignment")
        wrong = course.notebook("release", "sums", "sums.ipynb")
        cell_named(wrong, "double-solution").source = "def double(x):\n    return x * x"
        course.hand_in("wrong", "sums", wrong)
        course.nbgrader("autograde", "sums", name="autograde")
        course.nbgrader("generate_feedback", "sums", name="feedback")

    return once("sums-returned", build)


def test_cases_of_the_course_s_own_judge_its_assignment(sums_returned: Course) -> None:
    report = sums_returned.report("wrong", "sums")

    assert sums_returned.said("autograde").code == 0
    assert sums_returned.scores("wrong", "sums")["double-test"].auto == 0
    assert [case.outcome for case in report.tasks[0].cases] == [Outcome.FAILED] * 2


def test_hidden_values_are_in_the_report_for_the_instructor(sums_returned: Course) -> None:
    details = "".join(case.detail for case in sums_returned.report("wrong", "sums").tasks[0].cases)

    assert all(value in details for value in ("74797", "149594", "60613", "121226"))


def test_no_hidden_value_is_in_the_feedback(sums_returned: Course) -> None:
    text = page(sums_returned, "wrong", "sums")

    assert "0/3" in text
    assert "does not hold: </span>double(x) is x + x." in text
    assert "double gives back something else." in text
    for value in HIDDEN:
        assert value not in text


def test_no_hidden_value_is_in_the_graded_notebook(sums_returned: Course) -> None:
    notebook = str(sums_returned.notebook("autograded", "wrong", "sums", "sums.ipynb"))

    for value in HIDDEN:
        assert value not in notebook


# Export


def test_the_export_has_the_right_totals(returned: Course) -> None:
    with (returned.folder / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}

    assert returned.said("export").code == 0
    assert float(rows["right"]["score"]) == 20.0
    assert float(rows["untouched"]["score"]) == 0.0
    for student in ("right", "right-noisy", "unscaled", "forger", "exits", "loops", "edited-test"):
        points = [task.points or 0.0 for task in returned.report(student).tasks]
        assert float(rows[student]["raw_score"]) == pytest.approx(sum(points)), student
        assert float(rows[student]["max_score"]) == 24.0


def test_the_export_gives_no_zero_that_nobody_gave(returned: Course) -> None:
    with (returned.folder / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}

    for student in ("html", "cut-off", "nul"):
        assert ("", "ungraded") == (rows[student]["score"], rows[student]["status"])
    assert "waits for a hand" == rows["right"]["status"]


def test_a_file_that_cannot_be_read_takes_the_old_points_along(once: Once, graded: Course) -> None:
    def build(folder: Path) -> None:
        course = graded.copy(folder)
        handed_in = course.folder / "submitted" / "unscaled" / "attention" / "attention.ipynb"
        handed_in.chmod(0o644)
        handed_in.write_text("<html>Please sign in</html>")
        course.nbgrader("autograde", "attention", "--student=unscaled", "--force", name="again")

    course = once("handed in again", build)

    assert 1 == course.said("again").code
    assert "login page" in course.report("unscaled").reason
    assert {None} == {score.auto for score in course.scores("unscaled").values()}


# What a student and an author run


def test_validate_says_that_the_solution_passes(returned: Course) -> None:
    said = returned.said("validate right")

    assert said.code == 0
    assert "Success! Your notebook passes all the tests." in said.text


def test_validate_names_the_cells_of_the_stub_that_fail(returned: Course) -> None:
    said = returned.said("validate untouched")

    failed = re.search(r"VALIDATION FAILED ON (\d+) CELL\(S\)!", said.text)
    assert failed
    assert failed.group(1) == "8"  # seven checks, and the written answer without a response
    for names in (
        "project", "one_row", "attention", "pair_scores",
        "changed_v", "exercise_1_increase", "exercise_2_weights",
    ):  # fmt: skip
        assert f"{names}: not written yet" in said.text


def test_generate_solution_makes_a_notebook_that_ran(returned: Course) -> None:
    notebook = returned.notebook("solution", "attention", "attention.ipynb")

    assert returned.said("generate_solution").code == 0
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    assert not any(output.output_type == "error" for cell in code for output in cell.outputs)
    checks = [cell for cell in code if cell.metadata.get("nbgrader", {}).get("grade")]
    assert all("the visible checks pass" in str(c.outputs) for c in checks[:5])
    assert len(checks) == 7
