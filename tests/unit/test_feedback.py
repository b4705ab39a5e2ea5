"""Feedback: one thing first, in words of the case's author, and nothing that is hidden."""

from __future__ import annotations

import html
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import AuthoringError
from autograder.grading.feedback import as_html, as_text, headline, reason, why
from autograder.grading.marks import undecided
from autograder.grading.replay import graded_notebook
from autograder.grading.reports import save_report
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult


def case(
    stage: str, line: str, outcome: str = "passed", message: str = "", detail: str = ""
) -> CaseResult:
    return CaseResult(
        name=f"test_{line}",
        line=line,
        stage=stage,
        weight=1.0,
        outcome=Outcome(outcome),
        message=message,
        detail=detail,
    )


def task(*cases: CaseResult, **more: Any) -> TaskResult:
    return TaskResult(**{"grade_id": "attention-test", "max_points": 10, "cases": cases, **more})


def visible(page: str) -> str:
    """The text that a browser shows of a piece of HTML."""
    pieces: list[str] = []
    parser = HTMLParser()
    parser.handle_data = pieces.append  # type: ignore[method-assign]
    parser.feed(page)
    return "".join(pieces)


HALF_DONE = task(
    case("interface", "It returns three tensors."),
    case("scores", "Scores are dot products.", "passed"),
    case("scores", "Scores are divided by √d.", "failed", "scores has other values."),
    case("scores", "Scores are for any width.", "failed", "a later failure of the stage"),
    case("weights", "Each row sums to 1.", "failed", "a failure of a later stage"),
    case("gradients", "Gradients reach q.", "failed", "and of another"),
)


@pytest.mark.parametrize(
    ("expected", "result"),
    [
        ("attention: 3.33 of 10", HALF_DONE),
        ("attention: 10 of 10", task(case("a", "x"))),
        ("attention: 0 of 10", task(case("a", "x", "failed"))),
        ("attention: not decided yet", task(case("a", "x", "undecided"))),
        ("attention: graded by hand, up to 10", task(judged=Judged.BY_HAND)),
        ("attention: 1.5 of 2", task(judged=Judged.INSIDE, inside_points=1.5, max_points=2)),
    ],
)
def test_the_headline_says_task_and_points(expected: str, result: TaskResult) -> None:
    if result is HALF_DONE:
        expected = "attention: 3.33 of 10"  # two of six passed

    assert expected == headline(result)


def test_text_shows_what_passed_and_the_first_failure_of_the_first_failing_stage() -> None:
    expected = [
        "attention: 3.33 of 10",
        "  ✓ It returns three tensors.",
        "  ✓ Scores are dot products.",
        "  ✗ Scores are divided by √d.",
        "    scores has other values.",
        "  · mend this first; after it come weights, gradients",
    ]

    assert expected == as_text(HALF_DONE).splitlines()


def test_html_shows_the_same_as_text() -> None:
    shown = visible(as_html(HALF_DONE))

    for line in as_text(HALF_DONE).splitlines():
        assert line.strip() in shown
    for hidden in ("Scores are for any width.", "Each row sums to 1.", "a later failure"):
        assert hidden not in shown


def test_a_task_that_passed_has_no_word_about_later() -> None:
    passed = task(case("scores", "One."), case("weights", "Two."))

    assert ["attention: 10 of 10", "  ✓ One.", "  ✓ Two."] == as_text(passed).splitlines()


def test_a_failure_in_the_last_stage_has_no_word_about_later() -> None:
    result = task(case("scores", "One."), case("weights", "Two.", "failed", "no"))

    assert "mend this first" not in as_text(result)
    assert "mend this first" not in as_html(result)


def test_cases_that_differ_in_a_parameter_alone_are_one_line() -> None:
    many = [case("values", "For any size.", outcome) for outcome in ("passed", "passed")]
    one_fails = [*many, case("values", "For any size.", "failed", "not for 3")]

    assert 1 == as_text(task(*many)).count("For any size.")
    assert ["  ✗ For any size.", "    not for 3"] == as_text(task(*one_fails)).splitlines()[1:]


def test_stages_without_a_name_are_no_loose_end() -> None:
    unnamed = task(case("", "One.", "failed"), case("", "Two.", "failed"))
    mixed = task(case("values", "One.", "failed", "no"), case("", "Two.", "failed"))

    for result in (unnamed, mixed):
        assert "come" not in as_text(result)


def test_an_undecided_case_is_marked_and_stops_the_list() -> None:
    result = task(
        case("scores", "One.", "undecided", "your instructor has been told", "KeyError: 'secret'"),
        case("weights", "Two."),
    )

    assert "  ? One." in as_text(result)
    assert "Two." not in as_text(result)


def test_a_note_is_shown() -> None:
    noted = task(judged=Judged.INSIDE, inside_points=0.0, note="AssertionError: x < 1 & y")

    assert "AssertionError: x < 1 & y" in as_text(noted)
    assert "AssertionError: x &lt; 1 &amp; y" in as_html(noted)


NASTY = "<script>alert(1)</script> & \"quotes\" 'too' </li></div><img src=x onerror=alert(2)>"


def test_html_is_escaped_wherever_text_of_the_student_s_or_the_author_s_stands() -> None:
    page = as_html(
        task(
            case(NASTY, f"line {NASTY}"),
            case("second", f"failing {NASTY}", "failed", f"message {NASTY}"),
            case(NASTY, "later", "failed"),
            grade_id=f"{NASTY}-test",
            note=f"note {NASTY}",
        )
    )

    assert {"div", "p", "strong", "ul", "li", "br", "em"} >= set(re.findall(r"<(\w+)", page))
    assert "<script" not in page
    assert "<img" not in page
    assert f"message {html.escape(NASTY)}" in page
    assert f"note {html.escape(NASTY)}" in page
    assert page.count("<li>") == page.count("</li>")


def test_nothing_of_a_detail_is_ever_shown() -> None:
    chance = random.Random(99)
    stages = ["interface", "scores", "weights", ""]
    secret = "hidden 0.4242"

    for _ in range(500):
        cases = [
            case(
                stage,
                f"line {chance.randrange(3)}",
                chance.choice(list(Outcome)),
                chance.choice(["", "a message"]),
                f"{secret} <b>{number}</b>",
            )
            for number, stage in enumerate(sorted(chance.choices(stages, k=6)))
        ]
        result = task(*cases, note=chance.choice(["", "a note"]))

        for shown in (as_text(result), as_html(result), headline(result), reason(result)):
            assert "hidden" not in shown
            assert "0.4242" not in shown


@pytest.mark.parametrize(
    ("expected", "result"),
    [
        ("", task(case("a", "One."))),
        ("", task(judged=Judged.BY_HAND)),
        ("no", task(case("a", "One."), case("a", "Two.", "failed", "no"))),
        ("Two.", task(case("a", "One."), case("a", "Two.", "failed"))),
        ("first", task(case("a", "1", "failed", "first"), case("a", "2", "failed", "second"))),
        ("E: no", task(judged=Judged.INSIDE, inside_points=0.0, note="E: no")),
        ("", task(judged=Judged.INSIDE, inside_points=10.0)),
        ("", task()),
    ],
)
def test_the_reason_is_the_first_failure_s_message_or_line(
    expected: str, result: TaskResult
) -> None:
    assert expected == reason(result)


def test_what_is_right_after_the_first_failure_is_said_and_counted() -> None:
    result = task(
        case("scores", "One.", "failed", "no"),
        case("weights", "Two."),
        case("shapes", "Three.", "failed", "no"),
    )

    assert [
        "  · right, given what came before, and counted: weights",
        "  · mend this first; after it come shapes",
    ] == as_text(result).splitlines()[-2:]


RAISED = """\
    def test_rash(student):
>       student.x.nothing
E       AttributeError: 'Tensor' object has no attribute 'nothing'

cases/rash/test_rash.py:7: AttributeError"""


def ungraded() -> Report:
    """A report in which a case raised, as grading writes it."""
    rash = task(case("values", "rash", "undecided", detail=RAISED))
    report = Report(assignment="rash", student="ada", tasks=(rash,))
    return Report(assignment="rash", student="ada", tasks=(rash,), reason=undecided(report))


def test_an_undecided_case_says_first_what_it_raised_and_where() -> None:
    said = why(ungraded())

    assert said.startswith(
        "1 case(s) could not decide: test_rash (attention-test): test_rash.py:7: "
        "AttributeError: 'Tensor' object has no attribute 'nothing'\n"
    )
    assert said.endswith("mend it and grade again.")
    assert RAISED in ungraded().reason


def test_there_is_nothing_to_replay_of_an_ungraded_submission(tmp_path: Path) -> None:
    save_report(tmp_path / "reports", ungraded())

    with pytest.raises(AuthoringError, match=r"ada is ungraded, .*: 1 case.* could not decide"):
        graded_notebook(tmp_path, "rash", "ada")
