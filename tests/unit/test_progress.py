"""A run as people and programs see it: counts, rate, time left, lines of JSON."""

import io
import json

from rich.console import Console

from autograder.grading.events import (
    Ended,
    Event,
    Graded,
    Started,
    Ungraded,
    UpToDate,
    as_line,
    of_report,
)
from autograder.grading.progress import Progress
from autograder.grading.screen import Screen
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult

BEGIN = Started(assignment="attention", submissions=10, workers=2, confinement="strict")


def graded(student: str) -> Graded:
    return Graded(student=student, points=1.0, max_points=2.0, passed=False, tasks={}, seconds=0.1)


def seen(*events: Event) -> Progress:
    progress = Progress(began=100.0)
    for event in events:
        progress.see(event)
    return progress


def test_time_left_follows_from_what_was_graded_and_not_from_what_was_passed_over() -> None:
    progress = seen(
        BEGIN, *(UpToDate(student=f"u{n}") for n in range(4)), graded("a"),
        Ungraded(student="b", reason="not a notebook"),
    )  # fmt: skip

    assert 6 == progress.done
    assert 0.5 == progress.rate(now=104.0)
    assert 8.0 == progress.seconds_left(now=104.0)


def test_nobody_knows_the_time_left_before_the_first_result() -> None:
    assert seen(BEGIN).seconds_left(now=104.0) is None


def test_an_event_is_a_line_of_json_that_says_which() -> None:
    line = as_line(Ungraded(student="ann", reason="a\nb"))

    assert {"event": "ungraded", "student": "ann", "reason": "a\nb"} == json.loads(line)
    assert "\n" not in line


def test_a_report_becomes_an_event_with_the_points_of_machines() -> None:
    case = CaseResult(name="c", line="", stage="", weight=1, outcome=Outcome.PASSED)
    tasks = (
        TaskResult(grade_id="a-test", max_points=2, cases=(case,)),
        TaskResult(grade_id="w", max_points=4, judged=Judged.BY_HAND),
    )
    event = of_report(Report(assignment="a", student="ann", tasks=tasks))

    assert isinstance(event, Graded)
    assert (2, 2, True) == (event.points, event.max_points, event.passed)
    assert {"a-test": 2, "w": None} == event.tasks


def test_the_terminal_shows_who_is_ungraded_and_drives_no_terminal() -> None:
    console = Console(file=io.StringIO(), width=100)
    with Screen(console, clock=lambda: 0.0) as screen:
        for event in (
            BEGIN, graded("a"), Ungraded(student="ev\x1b[2Jil", reason="not\na notebook"),
            Ended(graded=1, ungraded=1, up_to_date=0, seconds=1.0),
        ):  # fmt: skip
            screen.see(event)
    text = console.file.getvalue()  # type: ignore[attr-defined]

    assert "attention · 10 submissions · 2 workers · confinement strict" in text
    assert "ev [2Jil  ungraded: not a notebook" in text
    assert "2/10" in text
