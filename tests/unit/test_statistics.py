"""The numbers of a class are those of an independent computation, and there for every class."""

from __future__ import annotations

import math

import numpy as np
import pytest

from autograder.grading.frequent import frequent_mistakes
from autograder.grading.items import Item
from autograder.grading.statistics import class_numbers, histogram
from autograder.verdict import CaseResult, Outcome, TaskResult
from tests.unit.simulated import (
    WRITTEN,
    case,
    graded,
    right_and_wrong,
    simulated,
    task,
    ungraded,
)

WORTH = np.array([2.0, 4.0, 1.0, 2.0, 1 / 3, 2 / 3])
"""Points of the simulated class's six cases: weights 1 and 2 of 6, 3 and 1 points."""


def points_by_task(passed: np.ndarray) -> np.ndarray:
    """[students, tasks], floored to hundredths as marks are."""
    return np.floor((passed * WORTH).reshape(-1, 3, 2).sum(axis=2) * 100 + 1e-6) / 100


def test_marks_of_three_hundred_students_are_numpy_s() -> None:
    passed = right_and_wrong()
    totals = points_by_task(passed).sum(axis=1)
    found = class_numbers("a", simulated(passed))

    assert found.marks is not None
    assert totals.mean() == pytest.approx(found.marks.mean)
    assert np.median(totals) == pytest.approx(found.marks.median)
    assert totals.std(ddof=1) == pytest.approx(found.marks.deviation)
    assert passed.all(axis=1).sum() == found.passed
    assert 10 == found.max_points
    assert 300 == found.by_hand


def test_discrimination_of_tasks_is_numpy_s_correlation_with_the_other_tasks() -> None:
    passed = right_and_wrong()
    points = points_by_task(passed)
    expected = [
        np.corrcoef(points[:, i], np.delete(points, i, axis=1).sum(axis=1))[0, 1] for i in range(3)
    ]
    found = class_numbers("a", simulated(passed)).tasks

    assert ["first", "second", "third"] == [item.task for item in found]
    assert expected == pytest.approx([item.discrimination for item in found])
    assert points.mean(axis=0) == pytest.approx([item.mean for item in found])
    both = passed.reshape(-1, 3, 2).all(axis=2).sum(axis=0)
    assert both.tolist() == [item.passed for item in found]


def test_discrimination_of_cases_is_numpy_s_correlation_with_the_other_cases() -> None:
    passed = right_and_wrong()
    rest = (passed * WORTH).sum(axis=1)[:, None] - passed * WORTH
    expected = [np.corrcoef(passed[:, i], rest[:, i])[0, 1] for i in range(6)]
    found = class_numbers("a", simulated(passed)).cases

    assert expected == pytest.approx([item.discrimination for item in found])
    assert passed.sum(axis=0).tolist() == [item.passed for item in found]
    assert pytest.approx(WORTH.tolist()) == [item.max_points for item in found]


def test_the_case_that_is_wrong_itself_looks_unfair() -> None:
    found = class_numbers("a", simulated(right_and_wrong()))

    assert ["third-1"] == [item.name for item in found.unfair if item.name]


def test_a_case_that_the_strongest_quarter_fails_looks_unfair() -> None:
    # Ten strong students of forty; three of them pass the last case.
    passed = np.zeros((40, 6), dtype=bool)
    passed[:10, :4] = True
    passed[:3, 4] = True
    found = class_numbers("a", simulated(passed)).cases[4]

    assert (10, 3) == (found.strong, found.strong_passed)
    assert "only 3 of the 10 students who are strongest in the rest pass it" == found.unfair


def test_a_named_mistake_is_counted_with_everyone_who_made_it() -> None:
    passed = right_and_wrong()
    found = class_numbers("a", simulated(passed)).mistakes
    made = next(one for one in found if one.named)

    assert "not scaled" == made.words
    assert [f"s{i:03}" for i in np.flatnonzero(~passed[:, 0])] == list(made.students)
    lost = 6 - points_by_task(passed)[~passed[:, 0], 0]
    assert lost.sum() == pytest.approx(made.lost)
    counts = [len(one.students) for one in found]
    assert sorted(counts, reverse=True) == counts


def test_answers_that_differ_in_numbers_are_one_mistake() -> None:
    answers = [
        case("c", False, message=f"exercise_1 is {i}.25, expected 3. Look above.") for i in range(3)
    ]
    reports = [
        graded(f"s{i}", TaskResult(grade_id="exercise-1-test", max_points=2, cases=(answer,)))
        for i, answer in enumerate(answers)
    ]
    found = frequent_mistakes(reports)

    assert ["exercise_1 is …, expected …"] == [one.words for one in found]
    assert ("s0", "s1", "s2") == found[0].students


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        *((0.40, "very good"), (0.397, "very good"), (0.39, "good"), (0.30, "good")),
        *((0.29, "marginal"), (0.20, "marginal"), (0.19, "poor"), (-1.0, "poor"), (None, "")),
    ],
)
def test_discrimination_is_read_as_it_is_shown(value: float | None, reading: str) -> None:
    item = Item(
        grade_id="a-test",
        task="a",
        max_points=1,
        students=40,
        passed=20,
        mean=0.5,
        strong=10,
        strong_passed=9,
        discrimination=value,
    )

    assert reading == item.reading


def test_a_class_without_anyone_has_no_marks() -> None:
    found = class_numbers("a", [])

    assert (None, None, 0.0, ()) == (found.marks, found.seconds, found.max_points, found.tasks)


def test_ungraded_submissions_are_no_zeros() -> None:
    undecided = CaseResult(
        name="c", line="c", stage="", weight=1, outcome=Outcome.UNDECIDED, message="a bug"
    )
    half = TaskResult(grade_id="first-test", max_points=6, cases=(undecided,))
    reports = [graded("s1", task("first", 6, [True])), ungraded("s2"), graded("s3", half)]
    found = class_numbers("a", reports)

    assert found.marks is not None
    assert 6 == found.marks.mean
    assert ["s2", "s3"] == [report.student for report in found.ungraded]
    assert 1 == found.tasks[0].students


def test_one_student_tells_nothing_about_fairness() -> None:
    found = class_numbers("a", simulated(np.zeros((1, 6), dtype=bool)))

    assert found.marks is not None
    assert 0 == found.marks.deviation
    assert [] == found.unfair
    assert {None} == {item.discrimination for item in (*found.tasks, *found.cases)}


def test_full_marks_for_everyone_have_no_discrimination_and_no_mistake() -> None:
    found = class_numbers("a", simulated(np.ones((30, 6), dtype=bool)))

    assert {None} == {item.discrimination for item in (*found.tasks, *found.cases)}
    assert ([], ()) == (found.unfair, found.mistakes)


def test_tasks_for_no_points_give_numbers_all_the_same() -> None:
    reports = [graded(f"s{i}", task("warm-up", 0, [i % 2 == 0]), WRITTEN) for i in range(20)]
    found = class_numbers("a", reports)

    assert 0.5 == found.cases[0].pass_rate
    assert (None, None) == (found.tasks[0].discrimination, found.cases[0].discrimination)
    assert [(0.0, 1.0, 20)] == histogram([0.0] * 20, found.max_points)


@pytest.mark.parametrize(
    ("most", "bins", "width"),
    [
        *((0, 1, 1), (0.3, 15, 0.02), (2.5, 25, 0.1), (5, 5, 1), (12.5, 13, 1), (20, 20, 1)),
        *((26, 13, 2), (100, 20, 5), (1000, 20, 50)),
    ],
)
def test_bins_are_round_and_hold_every_mark_once(most: float, bins: int, width: float) -> None:
    values = [most * i / 40 for i in range(41)]
    found = histogram(values, most)

    assert bins == len(found)
    assert math.isclose(width, found[0][1] - found[0][0])
    assert 41 == sum(count for _, _, count in found)
    assert found[-1][1] >= most - 1e-9


def test_bins_agree_with_numpy_s() -> None:
    totals = points_by_task(right_and_wrong()).sum(axis=1)
    expected, _ = np.histogram(totals, bins=10, range=(0, 10))

    assert expected.tolist() == [count for _, _, count in histogram(totals.tolist(), 10)]
