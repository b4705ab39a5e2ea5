"""A student's page: what it says of points and cases, and what it never shows."""

from __future__ import annotations

import html
import re
from typing import Any

import msgspec
import pytest

from autograder.grading.feedbackpage import Returned, as_page
from autograder.grading.given import Given, NotebookMarks
from autograder.lang.catalogue import Catalogue
from autograder.lang.editions import kit_catalogue
from autograder.pages import texts_put
from autograder.verdict import CaseResult, Diagnosis, Judged, Outcome, Report, TaskResult


def cell(kind: str, source: str, grade_id: str = "", **nbgrader: Any) -> dict[str, Any]:
    metadata = {"nbgrader": {"grade_id": grade_id, **nbgrader}} if grade_id else {}
    more = {"outputs": []} if kind == "code" else {}
    return {"cell_type": kind, "source": source, "metadata": metadata, **more}


def case(line: str, outcome: str, stage: str = "values", message: str = "") -> CaseResult:
    return CaseResult(
        name=f"test_{line}",
        line=line,
        stage=stage,
        weight=1,
        outcome=Outcome(outcome),
        message=message,
        detail="SECRET traceback with hidden_input 74797",
    )


CELLS = [
    cell("markdown", "# A lesson\n\nWith $x^2$."),
    cell("code", "def mean(x):\n    return 1", "mean-solution", solution=True),
    cell(
        "code",
        "check()\n### BEGIN HIDDEN TESTS\n# hidden cases: mean-test\n### END HIDDEN TESTS",
        "mean-test",
        grade=True,
        points=4,
    ),
    cell("markdown", "Because.", "why", grade=True, solution=True, points=3),
]
TASK = TaskResult(
    grade_id="mean-test",
    max_points=4,
    cases=(
        case("mean is a number", "passed", "interface"),
        case("mean is the average", "failed", "values", "mean([1, 3]) is 1, expected 2."),
        case("mean of none", "failed", "edges", "LATER message"),
    ),
    diagnosis=Diagnosis(name="always_one", sentence="Yours is always 1."),
)
REPORT = Report(
    assignment="lesson",
    student="s1",
    tasks=(TASK, TaskResult(grade_id="why", max_points=3, judged=Judged.BY_HAND)),
)
AUTO = Given(max_points=4, auto=1.33)
WAITS = Given(max_points=3, needs_a_hand=True)


def page(
    mean: Given = AUTO,
    why: Given = WAITS,
    cells: list[Any] = CELLS,
    report: Any = REPORT,
    words: Catalogue | None = None,
    **more: Any,
) -> str:
    """The page's HTML; `more` are fields of NotebookMarks, or `student`."""
    student = more.pop("student", "s1")
    return as_page(
        Returned(
            assignment="lesson",
            student=student,
            notebook="lesson",
            language="python",
            cells=cells,
            marks=NotebookMarks(tasks={"mean-test": mean, "why": why}, **more),
            report=report,
        ),
        lambda _address, _cell: None,
        words=words,
    )


def text(page: str) -> str:
    """What a person reads of it, blanks made one."""
    body = page.partition("<body>")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def test_the_top_says_the_points_of_every_task_and_what_to_look_at() -> None:
    read = text(page())

    assert "1.33 of 4 points so far; 3 more are still to be graded by hand" in read
    assert "✗ mean 1.33/4 not yet always one" in read
    assert "○ why –/3 not graded yet" in read


def test_a_graded_cell_has_the_sentences_up_to_the_first_stage_that_fails() -> None:
    read = text(page())

    assert (
        "Yours is always 1. ✓ holds: mean is a number ✗ does not hold: mean is the average" in read
    )
    assert "mean([1, 3]) is 1, expected 2." in read
    assert "mend this first; after it come edges" in read
    assert "LATER message" not in read


def test_nothing_hidden_is_anywhere_in_the_page() -> None:
    made = page()

    for secret in ("SECRET", "74797", "test_mean", "HIDDEN TESTS", "hidden cases"):
        assert secret not in made


def test_what_a_person_gave_and_wrote_stands_there() -> None:
    made = page(
        Given(max_points=4, auto=1.33, manual=3.5),
        Given(max_points=3, manual=3, extra=1),
        comments={"mean-solution": "Almost.\nLook at <b>n = 0</b>."},
    )
    read = text(made)

    assert "7.5 of 7 points" in read
    assert "A person gave these points." in read
    assert "why 4/3 graded by hand" in read
    assert "Of them extra credit: 1." in read
    assert "Almost.\nLook at &lt;b&gt;n = 0&lt;/b&gt;." in made


def test_a_mark_to_look_at_again_says_so() -> None:
    read = text(page(Given(max_points=4, auto=4, manual=2, needs_a_hand=True)))

    assert "A person will look at it again." in read


def test_a_penalty_is_taken_off_and_never_below_nothing() -> None:
    assert "0.33 of 4 points" in text(page(penalty=1))
    assert "0 of 4 points" in text(page(penalty=9))
    assert "1 taken off for being late" in text(page(penalty=1))


def test_a_passed_task_and_one_worth_nothing_are_passed() -> None:
    passed = TaskResult(grade_id="mean-test", max_points=0, cases=(case("it is", "passed"),))
    report = Report(assignment="lesson", student="s1", tasks=(passed,))
    read = text(page(Given(max_points=0, auto=0), report=report))

    assert "✓ mean 0/0 passed" in read


def test_without_a_report_the_points_and_what_the_cell_showed_are_there() -> None:
    shown = {"text/html": '<div class="autograder-task"><p>mean: 1 of 4</p></div>'}
    output = {"output_type": "display_data", "data": shown}
    cells = [CELLS[0], CELLS[1], {**CELLS[2], "outputs": [output]}]

    assert "mean: 1 of 4" in text(page(cells=cells, report=None))
    assert "mean: 1 of 4" not in text(page(cells=cells))


def test_a_copied_cell_gets_no_second_panel() -> None:
    made = page(cells=[*CELLS, CELLS[2]])

    assert 1 == made.count('id="task-mean-test"')


def test_names_and_ids_are_escaped() -> None:
    made = page(student='<b>"أحمد"</b> 王, =1+1')

    assert "Feedback for <bdi>&lt;b&gt;&#34;أحمد&#34;&lt;/b&gt; 王, =1+1</bdi></p>" in made


def test_a_notebook_without_points_says_so() -> None:
    assert "Nothing in this notebook is worth points." in text(page(cells=[CELLS[0]]))


def test_the_page_loads_nothing_and_runs_nothing() -> None:
    made = page(
        cells=[*CELLS, cell("markdown", "<script>alert(1)</script>\n\n![a](https://evil/a.png)")]
    )

    assert "default-src 'none'" in made
    assert not re.search(r"<script|https?://", made)
    assert "[image: a]" in made


LONG = [
    {"output_type": "stream", "name": "stdout", "text": "<>&" * 400_000},
    {"output_type": "display_data", "data": {"image/png": "QUJD" * 200_000}},
    {"output_type": "display_data", "data": {"text/html": "<b>&amp;</b>" * 8_000}},
    {"output_type": "error", "traceback": ["x" * 10_000] * 100},
]


@pytest.mark.parametrize(
    "more",
    [
        [{**cell("code", "x" * 100_000), "outputs": LONG * 10}],
        [cell("markdown", "&" * 20_000)] * 200,
        [{**cell("code", "1"), "outputs": [LONG[0]]}] * 200,
        [cell("code", "a = '<'\n" * 900)] * 50,
    ],
)
def test_a_page_has_at_most_400_kb_and_says_what_is_left_out(more: list[Any]) -> None:
    made = page(cells=[*more, *CELLS])

    assert len(made.encode()) <= 400_000
    assert "left out here" in made or "has the rest" in made
    assert "does not hold: </span>mean is the average" in made


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"cell_type": "code"},
        {"cell_type": 3, "source": 4},
        {"source": [1, "a"], "metadata": 3},
        {"cell_type": "code", "outputs": [3, None], "source": None},
    ],
)
def test_a_cell_that_is_none_is_no_error(odd: dict[str, Any]) -> None:
    assert "mean is the average" in page(cells=[odd, *CELLS])


def test_what_was_told_in_another_language_stays_below_the_cell_and_is_not_said_again() -> None:
    told = msgspec.structs.replace(TASK, told="mean：4 分中的 1.33 分\n  ✗ 均值不对")
    shown = {
        "output_type": "display_data",
        "data": {"text/html": '<div class="autograder-task"><p>均值不对</p></div>'},
        "metadata": {},
    }
    cells = [CELLS[0], CELLS[1], {**CELLS[2], "outputs": [shown]}, CELLS[3]]
    report = msgspec.structs.replace(REPORT, tasks=(told, REPORT.tasks[1]), language="zh")

    read = text(page(cells=cells, report=report))

    assert "均值不对" in read
    assert "1.33 of 4" in read
    assert "mean is the average" not in read
    assert "Yours is always 1." not in read


def test_with_the_words_of_a_language_the_whole_page_is_in_it() -> None:
    """The kit's own words, and an assignment's."""
    own = {
        "mean is a number": "mean 是一个数",
        "mean is the average": "mean 是平均值",
        "Yours is always 1.": "你的总是 1。",
        "edges": "边界",
    }
    words = kit_catalogue("zh").joined(Catalogue("zh", own))
    told = msgspec.structs.replace(TASK, told="mean：4 分中的 1.33 分\n  ✗ mean 是平均值")
    report = msgspec.structs.replace(REPORT, tasks=(told, REPORT.tasks[1]), language="zh")

    made = page(report=report, words=words, comments={"why": "Good."}, penalty=0.5)
    read = text(made)

    assert '<html lang="zh">' in made
    assert "<title>lesson：给 s1 的反馈</title>" in made
    assert "0.83 分（满分 4 分） 目前的得分；还有 3 分等待人工评分 迟交扣 0.5 分" in read
    assert "✗ mean 1.33/4 还没通过 mean([1, 3]) is 1, expected 2." in read
    assert "你的总是 1。 ✓ 符合： mean 是一个数 ✗ 不符合： mean 是平均值" in read
    assert "先改好这里；后面还有：边界" in read
    assert "mean is the average" not in read


def test_every_text_of_the_page_s_own_has_a_chinese_translation() -> None:
    words = kit_catalogue("zh")

    assert [] == [text for text in texts_put("feedback.html") if words.pattern(text) == text]
