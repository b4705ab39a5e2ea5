"""What still needs a hand: found in marks, told in the class report."""

from __future__ import annotations

import re

import pytest
from rich.console import Console

from autograder.grading.classpage import as_page
from autograder.grading.classreport import Wanted, in_short, report_class
from autograder.grading.given import Given, Hands, NotebookMarks, hands_of
from autograder.grading.reports import save_report
from autograder.grading.statistics import class_numbers
from tests.unit.simulated import WRITTEN, graded, task, ungraded

NEW = Given(max_points=4, needs_a_hand=True)
GIVEN = Given(max_points=4, manual=3)
AGAIN = Given(max_points=4, manual=3, needs_a_hand=True)
NO_RESPONSE = Given(max_points=4, auto=0)
BY_MACHINE = Given(max_points=2, auto=2)

REPORTS = [graded(name, task("sum", 2, [True]), WRITTEN) for name in ("ann", "bob", "eve")]
HANDS = [Hands(grade_id="written-answer", first=("ann", "zoe"), again=("bob",))]


def marks(**students: Given) -> dict[tuple[str, str], NotebookMarks]:
    """Marks of one notebook: the written answer as given, another task by machine."""
    return {
        (name, "a"): NotebookMarks(tasks={"written-answer": one, "sum-test": BY_MACHINE})
        for name, one in students.items()
    }


def test_who_has_no_points_waits_and_who_was_graded_anew_waits_again() -> None:
    found = hands_of(marks(eve=NEW, bob=AGAIN, ann=NEW, joe=GIVEN, sam=NO_RESPONSE))

    assert (Hands(grade_id="written-answer", first=("ann", "eve"), again=("bob",)),) == found


def test_nothing_waits_where_everything_has_points() -> None:
    assert () == hands_of(marks(joe=GIVEN, sam=NO_RESPONSE))
    assert () == hands_of({})


def test_who_is_ungraded_waits_for_something_else() -> None:
    numbers = class_numbers("a", [*REPORTS, ungraded("zoe")], HANDS)

    assert (Hands(grade_id="written-answer", first=("ann",), again=("bob",)),) == numbers.hands


def test_the_terminal_says_whose_and_how_many() -> None:
    lines = [line.plain for line in in_short(class_numbers("a", REPORTS, HANDS))]

    assert "by hand    2 ×  written answer: ann, bob; 1 of them to be looked at again" in lines


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (HANDS, "written answer : 1 to grade, 1 to look at again"),
        (None, "3 submissions have written answers, which you grade by hand"),
    ],
)
def test_the_page_says_it_first(hands: list[Hands] | None, says: str) -> None:
    made = as_page(class_numbers("a", REPORTS, hands))
    text = " ".join(re.sub(r"<[^>]*>", " ", made.partition("<main>")[2]).split())

    assert says in text


def test_the_page_has_nothing_to_say_where_all_is_graded() -> None:
    made = as_page(class_numbers("a", REPORTS, []))

    assert "by hand" not in made
    assert 'id="hands"' not in made


def test_without_names_there_is_none_here_either(tmp_path) -> None:
    for report in REPORTS:
        save_report(tmp_path / "reports", report)
    console = Console(record=True, width=120)
    wanted = Wanted(html=tmp_path / "a.html", anonymous=True)
    report_class(tmp_path / "reports", tmp_path, "a", wanted, console, HANDS)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")

    assert "written answer: student 0" in console.export_text()
    assert not re.search(r"\b(ann|bob|zoe)\b", page)
