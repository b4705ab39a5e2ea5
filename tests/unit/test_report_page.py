"""The class report: one file, nothing hostile in it, right for every class, and its sheets."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest
from rich.console import Console

from autograder.errors import AuthoringError
from autograder.grading.anonymous import without_names
from autograder.grading.classpage import as_page
from autograder.grading.classreport import Wanted, report_class
from autograder.grading.reports import save_report
from autograder.grading.sheets import as_csv, sheets_of
from autograder.grading.statistics import class_numbers
from autograder.verdict import Report, TaskResult
from tests.unit.simulated import case, graded, right_and_wrong, simulated, task, ungraded

VOID = {"meta", "input", "br", "link", "img"}


class Page(HTMLParser):
    """What a browser would load, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        links = [value or "" for name, value in attrs if name in ("src", "href", "action")]
        self.loads += [link for link in links if not link.startswith(("#", "data:text/csv"))]
        assert not [name for name, _ in attrs if name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(reports: list[Report], **more: bool) -> Page:
    return Page(as_page(class_numbers("a", reports), **more))


def test_the_page_is_one_file_that_loads_nothing() -> None:
    found = page([*simulated(right_and_wrong(60)), ungraded("late")])

    assert [] == found.open
    assert [] == found.loads
    assert "looks unfair" in found.text


@pytest.mark.parametrize(
    "reports",
    [
        [],
        [ungraded("s1")],
        simulated(np.zeros((1, 6), dtype=bool)),
        simulated(np.ones((30, 6), dtype=bool)),
        [graded("s1", task("warm-up", 0, [False]), seconds=0.0)],
        [graded("s1"), graded("s2", TaskResult(grade_id="empty-test", max_points=0))],
    ],
    ids=["nobody", "ungraded", "one", "full marks", "no points", "no tasks"],
)
def test_every_class_has_a_page_without_nan(reports: list[Report]) -> None:
    found = page(reports)

    assert [] == found.open
    assert None is re.search(r"\b(nan|inf|None|Undefined)\b", found.text)


def test_marks_and_counts_stand_on_the_page() -> None:
    passed = np.zeros((20, 6), dtype=bool)
    passed[:5] = True
    found = page(simulated(passed)).text

    assert "20 graded" in found
    assert "2.5 mean ± 4.44" in found
    assert "not scaled Divide by √d. 15 90" in found


def test_what_students_write_is_text_and_nothing_else() -> None:
    bad = "<script>alert(1)</script>"
    answer = TaskResult(
        grade_id="a-test", max_points=1, cases=(case("c", False, message=bad),), note=bad
    )
    text = as_page(class_numbers("a", [graded(bad, answer, notes=(bad,)), ungraded("s", bad)]))

    assert bad not in text
    assert 1 == text.count("<script>")
    assert "&lt;script&gt;" in text


def test_names_of_every_alphabet_and_of_none_come_through() -> None:
    names = ['O\'Brien, "Pat"', "=1+1", "دانش‌آموز", "学生", "caf\udce9"]
    numbers = class_numbers("a", [graded(name, task("first", 1, [True])) for name in names])
    rows = list(csv.reader(io.StringIO(as_csv(sheets_of(numbers)["students"]))))

    assert [] == Page(as_page(numbers)).open
    assert ['O\'Brien, "Pat"', "'=1+1", "دانش آموز", "学生"] == [row[0] for row in rows[1:5]]


def test_without_names_nothing_that_a_student_wrote_is_left() -> None:
    answer = TaskResult(
        grade_id="a-test",
        max_points=1,
        cases=(case("c", False, message="it raised ValueError: by Jane", detail="Jane"),),
        note="stopped at jane_s_function",
    )
    reports = [
        graded("jane", answer, notes=("not taken along: Jane.txt",)),
        ungraded("doe", "no notebook; found 'Jane\\'s.ipynb', \"Jane's own.txt\". Ask doe."),
    ]
    numbers = class_numbers("a", without_names(reports))
    text = as_page(numbers, anonymous=True) + "".join(map(as_csv, sheets_of(numbers).values()))

    assert None is re.search(r"jane|\bdoe\b", unquote(text), re.IGNORECASE)
    assert "student 01" in text
    assert "no notebook; found …, …. Ask …." in text


def test_without_names_the_best_come_first_and_the_numbers_stay() -> None:
    reports = simulated(right_and_wrong(50))
    before, after = class_numbers("a", reports), class_numbers("a", without_names(reports))

    assert before.marks == after.marks
    assert "student 01" == after.reports[0].student
    assert before.marks is not None
    assert before.marks.most == pytest.approx(
        sum(one.points or 0 for one in after.reports[0].tasks)
    )


def test_ungraded_submissions_have_no_points_in_the_sheet() -> None:
    numbers = class_numbers("a", [graded("s1", task("first", 2, [True])), ungraded("s2")])
    rows = list(csv.DictReader(io.StringIO(as_csv(sheets_of(numbers)["students"]))))

    assert ["2", ""] == [row["points"] for row in rows]
    assert ["graded", "ungraded"] == [row["state"] for row in rows]


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=160, color_system=None)


def saved(folder: Path, reports: list[Report]) -> Path:
    for report in reports:
        save_report(folder / "reports", report)
    return folder / "reports"


def test_the_terminal_adds_three_mistakes_and_what_looks_unfair(
    tmp_path: Path, console: Console
) -> None:
    folder = saved(tmp_path, simulated(right_and_wrong(60)))
    wanted = Wanted(html=tmp_path / "report" / "a.html", csv=tmp_path / "tables")
    everyone = report_class(folder, tmp_path / "submitted", "a", wanted, console)
    lines = console.file.getvalue().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("mistakes "))

    assert everyone
    assert "first: not scaled" in "".join(lines[start : start + 3])
    assert lines[start + 3].startswith("unfair?    third")
    assert Page((tmp_path / "report" / "a.html").read_text()).open == []
    assert 7 == len((tmp_path / "tables" / "cases.csv").read_text().splitlines())


def test_a_page_that_can_t_be_written_says_what_to_do(tmp_path: Path, console: Console) -> None:
    folder = saved(tmp_path, [graded("s1", task("first", 2, [True]))])

    with pytest.raises(AuthoringError, match="--html takes a file"):
        report_class(folder, tmp_path, "a", Wanted(html=tmp_path), console)


def test_a_page_for_three_hundred_students_can_be_sent_around() -> None:
    text = as_page(class_numbers("a", simulated(right_and_wrong())))

    assert len(text) < 1_000_000
