"""A class in the terminal: on a wide one, on a narrow one, in a file, and without anyone."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from autograder.grading.table import print_class, row_of
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult


def task(name: str, points: float, passed: int, of: int, message: str = "") -> TaskResult:
    cases = tuple(
        CaseResult(
            name=f"test_{i}",
            line=f"Property {i} holds.",
            stage="values",
            weight=1.0,
            outcome=Outcome.PASSED if i < passed else Outcome.FAILED,
            message="" if i < passed else message,
            detail="hidden 0.4242",
        )
        for i in range(of)
    )
    return TaskResult(grade_id=f"{name}-test", max_points=points, cases=cases)


WRITTEN = TaskResult(grade_id="written-answer", max_points=4, judged=Judged.BY_HAND)


def graded(student: str, *tasks: TaskResult, **more: Any) -> Report:
    return Report(assignment="a", student=student, tasks=tasks, confinement="strict", **more)


RIGHT = graded("s1001", task("one-row", 2, 1, 1), task("attention", 10, 4, 4), WRITTEN)
PARTLY = graded(
    "s1002",
    task("one-row", 2, 0, 1, "one_row: not written yet"),
    task("attention", 10, 1, 4, "scores should be divided by √d."),
    WRITTEN,
)
UNGRADED = Report(assignment="a", student="s1003", reason="attention.ipynb is empty. Ask again.")


def printed(reports: Sequence[Report], width: int, *, terminal: bool = True) -> str:
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=terminal, color_system=None)
    print_class([row_of(report) for report in reports], console)
    return file.getvalue()


def row(text: str, student: str) -> list[str]:
    """The words of the line that begins with a student's name."""
    return next(line.split() for line in text.splitlines() if line.startswith(student))


def test_a_wide_terminal_shows_points_and_reasons_in_one_line_a_student() -> None:
    text = printed([RIGHT, PARTLY, UNGRADED], 140)

    assert ["s1001", "2/2", "10/10", "·", "12/12"] == row(text, "s1001")
    assert ["s1002", "0/2", "2.5/10", "·", "2.5/12"] == row(text, "s1002")[:5]
    assert "attention: scores should be divided by √d." in " ".join(row(text, "s1002"))
    assert ["s1003", "–", "–", "–", "–", "ungraded:", "attention.ipynb"] == row(text, "s1003")[:7]
    assert 1 == text.count("s1002")
    assert "why" in text


def test_a_narrow_terminal_shows_the_reasons_below_the_points() -> None:
    text = printed([RIGHT, PARTLY, UNGRADED], 60)
    points, reasons, _ = text.split("\n\n")

    assert ["s1002", "0/2", "2.5/10", "·", "2.5/12"] == row(points, "s1002")
    assert "s1001" not in reasons
    assert "s1002  attention: scores should be divided by √d." in reasons
    assert "s1003  ungraded: attention.ipynb is empty. Ask again." in reasons
    assert "why" not in text


def test_no_line_of_the_points_is_wider_than_the_terminal() -> None:
    for width in (40, 60, 80, 100, 140, 200):
        text = printed([RIGHT, PARTLY, UNGRADED], width)
        points = text.split("\n\n")[0]
        assert max(map(len, points.splitlines())) <= width


def test_a_long_reason_ends_in_an_ellipsis_on_a_wide_terminal_and_is_whole_on_a_narrow_one() -> (
    None
):
    long = graded("s1", task("attention", 10, 0, 1, "because " * 50 + "END"))

    wide, narrow = printed([long], 120), printed([long], 50)

    assert "…" in wide
    assert "END" not in wide
    assert max(map(len, wide.splitlines())) <= 120
    assert "END" in narrow


def test_a_file_is_as_wide_as_the_reasons_need() -> None:
    text = printed([RIGHT, PARTLY, UNGRADED], 40, terminal=False)

    assert "attention: scores should be divided by √d." in " ".join(row(text, "s1002"))
    assert "\x1b" not in text


def test_nobody_is_a_class_too() -> None:
    for width in (40, 160):
        assert "0 graded · 0 ungraded" in printed([], width)


def test_one_ungraded_submission_alone_is_shown_with_its_reason() -> None:
    for width in (40, 160):
        text = printed([UNGRADED], width)
        assert "s1003" in text
        assert "attention.ipynb is empty." in text
        assert "0 graded · 1 ungraded" in text


def test_the_summary_counts_and_says_what_waits_and_what_kept_the_code_apart() -> None:
    text = printed([RIGHT, PARTLY, UNGRADED], 140)

    expected = (
        "2 graded · 1 ungraded · 2 with written answers (·), graded by hand · confinement: strict"
    )
    assert expected == text.strip().splitlines()[-1]


def test_an_undecided_task_makes_a_student_ungraded_and_never_0() -> None:
    unsure = CaseResult(name="t", line="l", stage="", weight=1.0, outcome=Outcome.UNDECIDED)
    report = graded("s1", TaskResult(grade_id="a-test", max_points=2, cases=(unsure,)))

    text = printed([report], 120)

    assert "ungraded: a case could not decide" in text
    assert "0/2" not in text


def test_a_reason_beside_tasks_that_were_judged_still_means_ungraded() -> None:
    report = graded("s1", task("a", 2, 1, 1), reason="the sandbox broke")

    assert "ungraded: the sandbox broke" in printed([report], 120)
    assert "2/2" not in printed([report], 120)


def test_columns_are_those_of_the_fullest_report_whoever_comes_first() -> None:
    text = printed([UNGRADED, PARTLY], 140)

    assert ["student", "row", "attention", "answer", "total", "why"] == next(
        line.split() for line in text.splitlines() if line.startswith("student") or "total" in line
    )


def test_a_task_that_a_report_lacks_is_a_dash() -> None:
    short = graded("s1", task("one-row", 2, 1, 1))

    assert ["s1", "2/2", "–", "–", "2/2"] == row(printed([short, RIGHT], 140), "s1 ")


def test_the_largest_loss_is_the_reason() -> None:
    report = graded(
        "s1",
        task("one-row", 2, 0, 1, "the small loss"),
        task("attention", 10, 0, 1, "the large loss"),
    )

    text = printed([report], 140)

    assert "attention: the large loss" in text
    assert "small loss" not in text


def test_a_reason_that_names_its_task_does_not_name_it_twice() -> None:
    report = graded("s1", task("attention", 10, 0, 1, "attention: not written yet"))

    assert 1 == printed([report], 140).count("attention: ")


def test_points_are_shown_without_needless_digits() -> None:
    thirds = graded("s1", task("a", 10, 1, 3), task("b", 2, 1, 1))

    assert ["s1", "3.33/10", "2/2", "5.33/12"] == row(printed([thirds], 140), "s1")[:4]


def test_details_are_never_printed() -> None:
    assert "0.4242" not in printed([RIGHT, PARTLY, UNGRADED], 200)


def test_what_a_student_raised_does_not_drive_the_terminal() -> None:
    nasty = (
        "f raised E: \x1b[2J\x1b]0;title\x07 first\nsecond\r\x9b31m \u202e [bold]x[/bold] :smile:"
    )
    reports = [
        graded("s1", task("a", 10, 0, 1, nasty)),
        Report(assignment="a", student="s2", reason=nasty),
    ]

    for width in (40, 160):
        text = printed(reports, width)
        for control in ("\x1b", "\x07", "\r", "\x9b", "\u202e"):
            assert control not in text
        assert "[bold]x[/bold] :smile:" in text
        assert "first second" in text


def test_names_that_look_like_markup_are_shown_as_they_are() -> None:
    report = graded("[red]Zoë[/red] ':)'", task("[bold]b[/bold]", 1, 1, 1))

    text = printed([report], 140)

    assert "[red]Zoë[/red] ':)'" in text
    assert "[bold]b[/bold]" in text
