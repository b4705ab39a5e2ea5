"""`autograder feedback` on a graded class, and nbgrader's own command beside it."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.verdict import Outcome
from tests.course.courses import Course, Once, Said

pytestmark = pytest.mark.course

SECRET = "a secret that nbgrader submit left"


def autograder(course: Course, *arguments: str) -> Said:
    """Run `autograder <arguments>` in the course."""
    done = subprocess.run(
        [Path(sys.executable).with_name("autograder"), *arguments],
        cwd=course.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Said(done.returncode, done.stdout)


def page_path(course: Course, student: str) -> Path:
    return course.folder / "feedback" / student / "attention" / "attention.html"


def read(course: Course, student: str) -> str:
    """What a person reads of a page, blanks made one."""
    body = page_path(course, student).read_text(encoding="utf-8").partition("<body>")[2]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


@pytest.fixture(scope="module")
def given(once: Once, graded: Course) -> Course:
    """The graded class with its pages; a person has graded `unscaled`."""

    def build(folder: Path) -> None:
        course = graded.copy(folder)
        beside = course.folder / "autograded" / "unscaled" / "attention"
        (beside / "submission_secret.txt").write_text(SECRET)
        (beside / "timestamp.txt").write_text("2026-11-01 10:00:00 UTC\n")
        with course.gradebook() as gradebook:
            where = ("attention", "attention", "unscaled")
            gradebook.find_grade("written-answer", *where).manual_score = 3
            gradebook.find_grade("written-answer", *where).needs_manual_grade = False
            gradebook.find_comment("written-answer", *where).manual_comment = "Well said."
            gradebook.db.commit()
        said = autograder(course, "feedback", "attention")
        (course.folder / "said.json").write_text(json.dumps([said.code, said.text]))

    return once("given", build)


def test_everyone_who_is_graded_has_a_page_and_the_others_a_sentence(given: Course) -> None:
    code, said = json.loads((given.folder / "said.json").read_text())
    pages = {path.parts[-3] for path in given.folder.glob("feedback/*/attention/attention.html")}
    handed_in = {path.name for path in (given.folder / "submitted").iterdir()}

    assert 1 == code
    assert handed_in - pages == {"html", "cut-off", "nul"}
    for student in ("html", "cut-off", "nul"):
        assert f"{student} has no page: ungraded: attention.ipynb" in said
    assert f"{len(pages)} pages made, 0 up to date" in said


def test_a_page_says_points_cases_and_what_a_person_wrote(given: Course) -> None:
    text, report = read(given, "unscaled"), given.report("unscaled")
    failure = report.tasks[2].first_failure

    for task in report.tasks[:-1]:
        assert f"{task.task} {task.points:g}/{task.max_points:g}" in text
    assert f"does not hold: {failure.line}" in text
    assert "right, given what came before, and counted: weights, output" in text
    assert "written answer 3/4 graded by hand" in text
    assert "Comment Well said." in text


def test_a_page_says_the_sentences_of_what_is_right(given: Course) -> None:
    text = read(given, "right")

    for task in given.report("right").tasks:
        for case in task.cases:
            assert case.outcome is Outcome.PASSED
            assert f"holds: {case.line}" in text


def test_no_page_is_larger_than_400_kb(given: Course) -> None:
    sizes = [path.stat().st_size for path in given.folder.glob("feedback/*/attention/*.html")]

    assert max(sizes) <= 400_000


def test_nbgrader_s_command_makes_the_same_pages(given: Course, tmp_path: Path) -> None:
    course = given.copy(tmp_path / "course")
    ours = {name: page_path(course, name).read_bytes() for name in ("right", "unscaled", "loops")}
    said = course.nbgrader("generate_feedback", "attention", "--student=[rul]*", "--force")

    assert 0 == said.code, said.text
    for name, page in ours.items():
        assert page == page_path(course, name).read_bytes(), name


def test_nbgrader_releases_our_pages(given: Course, tmp_path: Path) -> None:
    course = given.copy(tmp_path / "course")
    exchange = tmp_path / "exchange"
    exchange.mkdir(mode=0o777)
    exchange.chmod(0o777)
    said = course.nbgrader(
        "release_feedback",
        "attention",
        "--student=unscaled",
        "--course=a",
        f"--Exchange.root={exchange}",
    )

    assert 0 == said.code, said.text
    released = list(exchange.glob("a/feedback/*.html"))
    assert [page_path(course, "unscaled").read_bytes()] == [one.read_bytes() for one in released]


def test_only_what_has_changed_is_made_again(given: Course, tmp_path: Path) -> None:
    course = given.copy(tmp_path / "course")
    before = page_path(course, "right").stat().st_mtime_ns
    with course.gradebook() as gradebook:
        comment = gradebook.find_comment("written-answer", "attention", "attention", "forger")
        comment.manual_comment = "Let us talk."
        gradebook.db.commit()
    said = autograder(course, "feedback", "attention")

    assert "1 pages made, 11 up to date" in said.text
    assert "Let us talk." in read(course, "forger")
    assert before == page_path(course, "right").stat().st_mtime_ns

    said = autograder(course, "feedback", "attention", "--student", "right", "--force", "--json")

    assert 0 == said.code
    assert ["right"] == [one["student"] for one in json.loads(said.text)["done"]]
    assert before != page_path(course, "right").stat().st_mtime_ns


def test_a_page_of_what_is_no_longer_graded_goes(given: Course, tmp_path: Path) -> None:
    course = given.copy(tmp_path / "course")
    course.hand_in("right", "attention", b"<html>Please sign in</html>")
    course.nbgrader("autograde", "attention", "--student=right", "--force")
    said = autograder(course, "feedback", "attention")

    assert 1 == said.code
    assert "attention.html of an earlier submission is removed" in said.text
    assert not page_path(course, "right").exists()


def test_a_page_of_an_older_submission_is_told_to_be_one(given: Course, tmp_path: Path) -> None:
    course = given.copy(tmp_path / "course")
    course.hand_in("right", "attention", b"{}")
    said = autograder(course, "feedback", "attention", "--student", "right")

    assert 1 == said.code
    assert "right handed in again after grading" in said.text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["feedback", "softmax"], "has no assignment 'softmax'; it has attention"),
        (["feedback", "attention", "--student", "nobody"], "no graded notebook of nobody"),
        (["feedback", "attention", "--zip", "moodle"], "give roster.csv a column moodle_id"),
        (["feedback", "attention", "--zip", "fax"], "it is one of canvas, moodle"),
        (["feedback", "attention", "--db", "sqlite:///none.db"], "there is no gradebook none.db"),
    ],
)
def test_what_can_t_be_done_is_a_sentence(given: Course, arguments: list[str], says: str) -> None:
    said = autograder(given, *arguments)

    assert 2 == said.code
    assert says in said.text
    assert "Traceback" not in said.text


def test_status_and_report_say_what_still_needs_a_hand(given: Course) -> None:
    standing = json.loads(autograder(given, "status", "attention", "--json").text)
    waits = {one["student"]: one["by_hand"] for one in standing}
    report = autograder(given, "report", "attention").text

    assert "written answer" == waits["right"]
    assert "" == waits["unscaled"] == waits["html"]
    waiting = sorted(student for student, tasks in waits.items() if tasks)
    assert f"by hand    {len(waiting)} ×  written answer: {', '.join(waiting[:3])}" in report


def test_grading_again_keeps_what_a_person_gave_and_asks_to_look_at_it(
    given: Course, tmp_path: Path
) -> None:
    course = given.copy(tmp_path / "course")
    said = autograder(course, "grade", "attention", "--student", "unscaled", "--regrade")
    standing = json.loads(autograder(course, "status", "attention", "--json").text)
    autograder(course, "feedback", "attention", "--student", "unscaled")
    text = read(course, "unscaled")

    assert 0 == said.code, said.text
    assert 3 == course.scores("unscaled")["written-answer"].manual
    assert ["written answer again"] == [
        one["by_hand"] for one in standing if one["student"] == "unscaled"
    ]
    assert "written answer 3/4 graded by hand" in text
    assert "Well said." in text
    assert "A person will look at it again." in text
