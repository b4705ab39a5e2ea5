"""`nbgrader autograde` over a class: who gets which points, who is ungraded, and why.

Points are read from nbgrader's gradebook. The class is in `students.py`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest

from autograder.verdict import Judged
from tests.course.conftest import HandIn
from tests.course.courses import Course, Once, Score

pytestmark = pytest.mark.course

FULL = {
    "projection-test": 2.0,
    "one-row-test": 2.0,
    "attention-test": 10.0,
    "separate-projections-test": 1.0,
    "changed-values-test": 1.0,
    "exercise-1-test": 2.0,
    "exercise-2-test": 2.0,
}
GRADED = (
    "right", "right-noisy", "untouched", "unscaled", "forger", "exits", "loops",
    "deleted-test", "deleted-task", "edited-test", "duplicated-test", "no-schema",
)  # fmt: skip
UNGRADED = {
    "html": "attention.ipynb is not a notebook: it starts with '<!DOCTYPE html>",
    "cut-off": "attention.ipynb is not a notebook: it is cut off before its end.",
    "nul": "attention.ipynb holds nothing but blanks or NUL bytes.",
}


def code_points(course: Course, student: str) -> dict[str, float | None]:
    """What nbgrader's gradebook has for the code tasks."""
    scores = course.scores(student)
    return {grade_id: scores[grade_id].auto for grade_id in FULL}


def grade_ids(notebook: Any) -> list[str]:
    """The grade_ids of nbgrader's cells, in the notebook's order."""
    metadata = [cell.metadata["nbgrader"] for cell in notebook.cells if "nbgrader" in cell.metadata]
    return [entry["grade_id"] for entry in metadata]


def expected(**lost: float) -> dict[str, float]:
    """Full points but for some tasks: `expected(one_row=0.0)`."""
    return FULL | {f"{task.replace('_', '-')}-test": points for task, points in lost.items()}


# Right and wrong


def test_the_solution_gets_full_marks(graded: Course) -> None:
    assert code_points(graded, "right") == FULL
    assert sum(FULL.values()) == 20


def test_a_written_answer_waits_for_a_hand(graded: Course) -> None:
    written = graded.scores("right")["written-answer"]

    assert written == Score(auto=None, manual=None, waits_for_a_hand=True)


def test_the_untouched_release_gets_nothing(graded: Course) -> None:
    assert code_points(graded, "untouched") == dict.fromkeys(FULL, 0.0)
    assert graded.scores("untouched")["written-answer"] == Score(0.0, None, False)


def test_prints_to_stderr_warnings_and_logs_cost_nothing(graded: Course) -> None:
    assert code_points(graded, "right-noisy") == FULL


def test_a_wrong_answer_loses_points_of_its_task_only(graded: Course) -> None:
    points = code_points(graded, "unscaled")

    assert points == expected(attention=points["attention-test"])
    assert 0 < points["attention-test"] < 6


# Attempts to get points without an answer


def test_an_object_that_equals_everything_gains_nothing(graded: Course) -> None:
    assert code_points(graded, "forger")["projection-test"] == 0


def test_points_that_are_printed_or_a_cell_s_result_gain_nothing(graded: Course) -> None:
    assert code_points(graded, "forger")["one-row-test"] == 0


def test_patching_torch_s_comparisons_and_the_visible_check_gains_nothing(graded: Course) -> None:
    assert code_points(graded, "forger")["attention-test"] == 0


def test_a_forger_keeps_the_points_of_honest_tasks(graded: Course) -> None:
    points = code_points(graded, "forger")

    assert (points["exercise-1-test"], points["exercise-2-test"]) == (2, 2)
    assert points["separate-projections-test"] == 1


# Code that ends or blocks the process


def test_os_exit_costs_the_tasks_that_call_it(graded: Course) -> None:
    """The experiment with changed values is done with the student's own attention."""
    assert code_points(graded, "exits") == expected(attention=0.0, changed_values=0.0)


def test_an_endless_loop_ends_the_notebook_and_keeps_the_points_before(graded: Course) -> None:
    """One in a function that only a hidden case reaches costs its case; one in a cell ends it."""
    lost = expected(projection=1.25, exercise_1=0.0, exercise_2=0.0)

    assert code_points(graded, "loops") == lost


# Cells of the author's that were tampered with


def test_a_deleted_test_cell_is_put_back(graded: Course) -> None:
    assert code_points(graded, "deleted-test") == FULL


def test_a_deleted_task_costs_its_points(graded: Course) -> None:
    assert code_points(graded, "deleted-task") == expected(projection=0.0)


def test_of_an_edited_test_cell_the_author_s_version_decides(graded: Course) -> None:
    """The student put `pass` there, and 2000 points into its metadata."""
    assert code_points(graded, "edited-test") == expected(one_row=0.0)
    assert graded.report("edited-test").tasks[1].max_points == 2


def test_copies_of_a_test_cell_change_nothing(graded: Course) -> None:
    points = code_points(graded, "duplicated-test")

    assert points["attention-test"] == code_points(graded, "unscaled")["attention-test"]
    assert points == expected(attention=points["attention-test"])


def test_a_cell_without_a_schema_version_is_graded(graded: Course) -> None:
    assert code_points(graded, "no-schema") == FULL


def test_the_author_s_cells_stand_in_the_graded_notebook_once_and_in_order(graded: Course) -> None:
    source = graded.notebook("source", "attention", "attention.ipynb")
    authored = grade_ids(source)

    for student in ("right", "deleted-test", "edited-test", "duplicated-test", "no-schema"):
        notebook = graded.notebook("autograded", student, "attention", "attention.ipynb")
        assert grade_ids(notebook) == authored, student


# Files that are not notebooks


@pytest.mark.parametrize("student", UNGRADED)
def test_a_file_that_is_no_notebook_is_ungraded_with_a_reason(graded: Course, student: str) -> None:
    report = graded.report(student)

    assert not report.graded
    assert report.reason.startswith(UNGRADED[student])
    assert report.reason.endswith("Ask the student to hand in again.")


@pytest.mark.parametrize("student", UNGRADED)
def test_an_ungraded_submission_never_has_0_points(graded: Course, student: str) -> None:
    scores = graded.scores(student)

    assert set(scores) == {*FULL, "written-answer"}
    assert all(score == Score(None, None, True) for score in scores.values())
    assert not (graded.folder / "autograded" / student / "attention").exists()


def test_the_command_exits_with_1_and_names_who_is_ungraded(graded: Course) -> None:
    said = graded.said("autograde")

    assert said.code == 1
    for student in (*UNGRADED, *GRADED):
        named = f"There was an error processing assignment 'attention' for student '{student}'"
        assert (named in said.text) == (student in UNGRADED), student


# Gradebook, reports and grading again


def test_the_gradebook_has_the_points_of_the_reports(graded: Course) -> None:
    for student in GRADED:
        report = graded.report(student)
        points = {t.grade_id: t.points for t in report.tasks if t.judged is Judged.OUTSIDE}
        assert points == code_points(graded, student), student
        assert report.graded, student


@pytest.fixture(scope="module")
def regraded(once: Once, graded: Course, answered: HandIn) -> Course:
    """The graded course after a person gave points and some of the class was graded again."""

    def build(folder: Path) -> None:
        course = graded.copy(folder)
        with course.gradebook() as gradebook:
            for student, grade_id, points in (
                ("right", "written-answer", 3.0),
                ("unscaled", "attention-test", 7.5),
            ):
                grade = gradebook.find_grade(grade_id, "attention", "attention", student)
                grade.manual_score = points
                grade.needs_manual_grade = False
            gradebook.db.commit()
        course.hand_in("html", "attention", answered())
        course.nbgrader("autograde", "attention", "--force", "--student=[ruh]*", name="again")

    return once("regraded", build)


def test_grading_again_gives_the_same_points(graded: Course, regraded: Course) -> None:
    assert regraded.said("again").code == 0
    for student in ("right", "right-noisy", "untouched", "unscaled"):
        assert code_points(regraded, student) == code_points(graded, student), student


def test_grading_again_gives_the_same_notebook(graded: Course, regraded: Course) -> None:
    """Random inputs are drawn from the student's id, so the feedback is the same too."""
    place = ("autograded", "unscaled", "attention", "attention.ipynb")

    assert nbformat.writes(regraded.notebook(*place)) == nbformat.writes(graded.notebook(*place))


def test_a_person_s_points_survive_grading_again(regraded: Course) -> None:
    written = regraded.scores("right")["written-answer"]
    corrected = regraded.scores("unscaled")["attention-test"]

    assert (written.auto, written.manual) == (None, 3.0)
    assert corrected.manual == 7.5
    assert corrected.waits_for_a_hand  # to be looked at, since the code was graded anew
    with regraded.gradebook() as gradebook:
        assert gradebook.find_submission("attention", "right").score == 23.0
        assert gradebook.find_submission("attention", "unscaled").score == 17.5


def test_who_hands_in_again_is_graded(regraded: Course) -> None:
    assert code_points(regraded, "html") == FULL
    assert regraded.report("html").reason == ""
