"""Pages for every class that there is: half-graded, of one, of people with any name."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from nbgrader.api import Gradebook

from autograder.course.feedback import Asked, give_feedback
from autograder.errors import AuthoringError
from autograder.grading.reports import save_report
from autograder.verdict import Report
from tests.gradebooks import opened
from tests.unit.test_feedback_page import CELLS, TASK

NOTEBOOK = {
    "cells": CELLS,
    "metadata": {"kernelspec": {"language": "python", "name": "python3"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
NAMES = ["Doe, Jane", '"q"', "=1+1", "أحمد", "王小明", "a b", "br[ack]et", "it's", "é", "-x", "a*"]

pytestmark = pytest.mark.filterwarnings("ignore:Object of type")  # nbgrader's queries

Build = Callable[..., Path]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gradebook with the lesson and nobody: nbgrader needs seconds to make one."""
    path = tmp_path_factory.mktemp("empty") / "gradebook.db"
    with opened(f"sqlite:///{path}") as gradebook:
        gradebook.add_assignment("lesson")
        where = ("lesson", "lesson")
        gradebook.add_notebook(*where)
        gradebook.add_grade_cell("mean-test", *where, max_score=4, cell_type="code")
        gradebook.add_grade_cell("why", *where, max_score=3, cell_type="markdown")
        gradebook.add_solution_cell("mean-solution", *where)
    return path


@pytest.fixture
def course(tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """`course(["ann"], received=["eve"], ungraded=["joe"])`: a course, and the way into it."""
    monkeypatch.chdir(tmp_path)

    def build(
        graded: Sequence[str],
        received: Sequence[str] = (),
        ungraded: Sequence[str] = (),
        most: float = 4,
    ) -> Path:
        shutil.copy(empty, tmp_path / "gradebook.db")
        with Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
            gradebook.find_grade_cell("mean-test", "lesson", "lesson").max_score = most
            for student in graded:
                gradebook.add_student(student)
                gradebook.add_submission("lesson", student)
                grade = gradebook.find_grade("mean-test", "lesson", "lesson", student)
                grade.auto_score = most
                grade.needs_manual_grade = False
            gradebook.db.commit()
        for student in (*received, *ungraded, *graded):
            path = tmp_path / "submitted" / student / "lesson" / "lesson.ipynb"
            write(path)
            os.utime(path, (1, 1))
            os.utime(path.parent, (1, 1))
        for student in graded:
            write(tmp_path / "autograded" / student / "lesson" / "lesson.ipynb")
            save_report(tmp_path / "reports", report(student))
        for student in ungraded:
            save_report(tmp_path / "reports", report(student, reason="it is a PDF. Ask again."))
        return tmp_path

    return build


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(NOTEBOOK), encoding="utf-8")


def report(student: str, **more: Any) -> Report:
    return Report(assignment="lesson", student=student, tasks=(TASK,), **more)


def given(**more: Any) -> Any:
    return give_feedback(Asked(assignment="lesson", **more))


def test_people_of_any_name_have_a_page(course: Build) -> None:
    folder = course(NAMES)
    found = given(jobs=2)

    assert found.complete, (found.without, [done.why for done in found.done])
    assert set(NAMES) == {page.parts[-3] for page in folder.glob("feedback/*/lesson/lesson.html")}


def test_a_half_graded_class_has_half_of_its_pages_and_a_sentence_for_the_rest(
    course: Build,
) -> None:
    course(["ann", "bob"], received=["eve"], ungraded=["joe"])
    found = given()

    assert ["ann", "bob"] == [done.student for done in found.done]
    assert {
        "eve": "received: run `autograder grade lesson` first",
        "joe": "ungraded: it is a PDF. Ask again.",
    } == found.without
    assert not found.complete


def test_a_class_of_one_with_a_task_that_is_worth_nothing(course: Build) -> None:
    folder = course(["ann"], most=0)

    assert given().complete
    assert "0/0" in (folder / "feedback/ann/lesson/lesson.html").read_text(encoding="utf-8")


def test_nobody_graded_is_a_sentence_with_what_to_do(course: Build) -> None:
    course([], received=["eve"])

    with pytest.raises(AuthoringError, match=r"eve is received.*run `autograder grade lesson`"):
        given()


def test_no_gradebook_is_a_sentence_with_what_to_do(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)

    with pytest.raises(AuthoringError, match=r"no gradebook .*Run this in the course's folder"):
        given()


def test_a_graded_notebook_that_is_damaged_costs_its_own_page_alone(course: Build) -> None:
    folder = course(["ann", "bob", "eve"])
    (folder / "autograded/bob/lesson/lesson.ipynb").write_text('{"cells": ')
    (folder / "reports/lesson/eve.json").write_text("[]")
    found = {done.student: done for done in given().done}

    assert "" == found["ann"].why
    assert "lesson.ipynb is not a whole notebook" in found["bob"].why
    assert "eve.json is not a report of this version" in found["eve"].why


def test_without_reports_there_are_pages_of_points(course: Build) -> None:
    folder = course(["ann"])
    (folder / "reports/lesson/ann.json").unlink()
    given()

    assert "4/4" in (folder / "feedback/ann/lesson/lesson.html").read_text(encoding="utf-8")


def test_a_roster_with_strangers_and_missing_people_changes_no_page(course: Build) -> None:
    folder = course(["ann", "bob"])
    (folder / "roster.csv").write_text("id,name\nann,Ann\nzoe,Zoë\n", encoding="utf-8")
    found = given()

    assert {"ann", "bob"} == {done.student for done in found.done}
    assert {} == found.without


def test_a_link_in_the_place_of_a_picture_shows_nothing_of_where_it_leads(course: Build) -> None:
    folder = course(["ann"])
    secret = folder / "secret.svg"
    secret.write_text("<svg>SECRET</svg>")
    place = folder / "autograded/ann/lesson"
    (place / "a.svg").symlink_to(secret)
    (place / "deep").symlink_to(folder)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": f"![no]({name})"}
        for name in ("a.svg", "deep/secret.svg", "../../../secret.svg", str(secret), "%2e%2e/a.svg")
    ]
    (place / "lesson.ipynb").write_text(json.dumps({**NOTEBOOK, "cells": cells}))
    given()
    page = (folder / "feedback/ann/lesson/lesson.html").read_text(encoding="utf-8")

    assert 5 == page.count("[image: no]")
    assert "data:image" not in page.partition("<body>")[2]


def test_a_picture_beside_the_notebook_is_shown(course: Build) -> None:
    folder = course(["ann"])
    place = folder / "autograded/ann/lesson"
    (place / "figures").mkdir()
    (place / "figures" / "a b.svg").write_text("<svg/>")
    cell = {"cell_type": "markdown", "metadata": {}, "source": "![yes](figures/a%20b.svg)"}
    (place / "lesson.ipynb").write_text(json.dumps({**NOTEBOOK, "cells": [cell]}))
    given()
    page = (folder / "feedback/ann/lesson/lesson.html").read_text(encoding="utf-8")

    assert '<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="yes">' in page
