"""The verdict: points are derived from cases, clamped, and never a silent zero or full mark."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec
import pytest

from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult


def case(outcome: str = "passed", weight: float = 1.0, **more: Any) -> CaseResult:
    return CaseResult(
        name="test_it",
        line="It holds.",
        stage=more.pop("stage", "values"),
        weight=weight,
        outcome=Outcome(outcome),
        **more,
    )


def task(*cases: CaseResult, points: float = 10, **more: Any) -> TaskResult:
    return TaskResult(grade_id="attention-test", max_points=points, cases=cases, **more)


@pytest.mark.parametrize(
    ("expected", "outcomes", "weights"),
    [
        (10, ["passed", "passed"], [1, 1]),
        (5, ["passed", "failed"], [1, 1]),
        (0, ["failed", "failed"], [1, 1]),
        (7.5, ["passed", "failed"], [3, 1]),
        (3.33, ["passed", "failed", "failed"], [1, 1, 1]),  # floored, not rounded
        (6.66, ["passed", "passed", "failed"], [1, 1, 1]),
        (9.99, ["passed", "failed"], [9999, 1]),
        (None, ["passed", "undecided"], [1, 1]),
        (None, ["failed", "undecided"], [1, 1]),
    ],
)
def test_points_are_the_passed_share_of_the_weights(
    expected: float | None, outcomes: list[str], weights: list[float]
) -> None:
    result = task(*(case(o, w) for o, w in zip(outcomes, weights, strict=True)))

    assert expected == result.points


def test_full_marks_mean_that_every_case_passed() -> None:
    result = task(case("passed", 1.0), case("failed", 1e-6))

    assert result.points < result.max_points
    assert not result.passed


def test_weights_that_are_no_binary_fractions_lose_no_hundredth() -> None:
    # 0.1 + 0.2 + ... in binary is a little less or more than what it says.
    tenths = [case("passed", 0.1) for _ in range(7)] + [case("failed", 0.1) for _ in range(3)]

    assert 7 == task(*tenths).points


def test_points_that_are_no_whole_number_are_kept_whole() -> None:
    assert 0.335 == task(case(), points=0.335).points
    assert 0.16 == task(case(), case("failed"), points=0.335).points


def test_a_task_worth_nothing_is_worth_nothing() -> None:
    assert 0 == task(case(), points=0).points
    assert 0 == task(case("failed"), points=0).points


def test_no_cases_are_no_pass() -> None:
    assert not task().passed
    assert 0 == task().points


def test_one_undecided_case_leaves_the_task_and_the_report_undecided() -> None:
    unsure = task(case(), case("undecided"))
    report = Report(assignment="attention", student="s1", tasks=(task(case()), unsure))

    assert unsure.undecided
    assert not unsure.passed
    assert not report.graded
    assert not report.passed


def test_a_cell_judged_inside_has_the_points_that_it_got() -> None:
    whole = task(judged=Judged.INSIDE, inside_points=10)
    part = task(judged=Judged.INSIDE, inside_points=1.5)

    assert (10, True) == (whole.points, whole.passed)
    assert (1.5, False) == (part.points, part.passed)


def test_a_cell_judged_by_hand_has_no_points_and_blocks_no_pass() -> None:
    written = task(judged=Judged.BY_HAND)
    report = Report(assignment="a", student="s", tasks=(task(case()), written))

    assert written.points is None
    assert report.graded
    assert report.passed


def test_a_report_of_written_answers_alone_is_graded_and_not_passed() -> None:
    report = Report(assignment="a", student="s", tasks=(task(judged=Judged.BY_HAND),))

    assert report.graded
    assert not report.passed


def test_a_report_with_a_reason_is_neither_graded_nor_passed() -> None:
    report = Report(assignment="a", student="s", tasks=(task(case()),), reason="it is empty")

    assert not report.graded
    assert not report.passed


def test_the_first_failure_is_the_first_in_the_author_s_order_that_did_not_pass() -> None:
    second, third = case("undecided"), case("failed")

    assert second is task(case(), second, third).first_failure
    assert task(case()).first_failure is None


@pytest.mark.parametrize(
    ("expected", "grade_id"),
    [
        ("attention", "attention-test"),
        ("one row", "one-row-test"),
        ("written answer", "written-answer"),
        ("test", "test"),
        ("test of a test", "test-of-a-test-test"),
    ],
)
def test_a_task_is_named_by_its_grade_id(expected: str, grade_id: str) -> None:
    assert expected == TaskResult(grade_id=grade_id, max_points=1).task


def report_with_everything() -> Report:
    return Report(
        assignment="attention",
        student="Zoë 'z' {ß}",
        tasks=(
            task(case("failed", 0.25, message="no <b>", detail="hidden 0.4242")),
            task(judged=Judged.INSIDE, inside_points=1.5, note="a note"),
            task(judged=Judged.BY_HAND),
        ),
        notes=("renamed",),
        confinement="strict",
        seconds=0.125,
        seed=2**32 - 1,
        versions={"torch": "2.13"},
    )


def test_a_report_comes_back_equal_from_json() -> None:
    report = report_with_everything()

    assert report == Report.from_dict(json.loads(json.dumps(report.to_dict())))


def test_a_report_is_plain_values_all_the_way_down() -> None:
    def plain(thing: Any) -> bool:
        if isinstance(thing, dict):
            return all(type(k) is str and plain(v) for k, v in thing.items())
        if isinstance(thing, list | tuple):
            return all(map(plain, thing))
        return type(thing) in (str, int, float, bool, type(None))

    assert plain(report_with_everything().to_dict())


def test_a_report_can_t_be_changed_afterwards() -> None:
    report = report_with_everything()

    with pytest.raises(AttributeError):
        report.student = "another"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        report.tasks[0].cases[0].outcome = Outcome.PASSED  # type: ignore[misc]


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"assignment": "a"},
        {"assignment": "a", "student": 1},
        {"assignment": "a", "student": "s", "tasks": {}},
        {"assignment": "a", "student": "s", "tasks": [{"grade_id": "g"}]},
        {"assignment": "a", "student": "s", "tasks": [{"grade_id": "g", "max_points": "ten"}]},
        {
            "assignment": "a",
            "student": "s",
            "tasks": [{"grade_id": "g", "max_points": 1, "judged": "by a friend"}],
        },
        {"assignment": "a", "student": "s", "seed": 1.5},
        [],
        "a report",
        None,
    ],
    ids=str,
)
def test_what_is_no_report_is_refused(plain: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        Report.from_dict(plain)


def test_points_are_never_below_zero_above_the_maximum_or_nan() -> None:
    for weight in (1e-300, 1.0, 1e300):
        for outcome in ("passed", "failed"):
            points = task(case(outcome, weight), case("passed", weight)).points
            assert points is not None
            assert not math.isnan(points)
            assert 0 <= points <= 10
