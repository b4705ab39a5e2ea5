"""An assignment's way through JupyterLab: instructor, student, instructor, student.

Everything is pressed in a browser; nbgrader's and our code run in the two servers alone.
"""

from __future__ import annotations

import json
import os
import pwd
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from autograder.notebook import Notebook, grade_id, is_solution, read
from demo.build import solved_cells
from tests.browser.jupyter import Formgrader, Lab, jupyter_lab

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "source" / "attention"
WRITTEN = "The three numbers are shares of this pass; nothing of them is stored."
EXCHANGE = """\
c = get_config()
c.CourseDirectory.course_id = "lessons"
c.Exchange.root = {exchange!r}
"""
COURSE = """\
from autograder.course import configure

configure(c)
c.CourseDirectory.root = {course!r}
"""


@pytest.fixture
def addresses(browser: Browser, tmp_path: Path) -> Any:
    """JupyterLab of the instructor, in the course's folder, and of a student; one exchange."""
    course, exchange = tmp_path / "course", tmp_path / "exchange"
    shutil.copytree(SOURCE, course / "source" / "attention")
    exchange.mkdir()
    exchange.chmod(0o777)  # nbgrader asks for it
    both = EXCHANGE.format(exchange=str(exchange))
    (course / "nbgrader_config.py").write_text(
        both + COURSE.format(course=str(course)), encoding="utf-8"
    )
    with (
        jupyter_lab(course, tmp_path / "instructor") as instructor,
        jupyter_lab(tmp_path / "work", tmp_path / "student", both) as student,
    ):
        yield instructor, student


def places(notebook: Notebook) -> dict[str, int]:
    """Where nbgrader's cells stand."""
    return {grade_id(cell): place for place, cell in enumerate(notebook.cells) if grade_id(cell)}


def serious(tab: Page) -> list[str]:
    """What axe-core finds on the page that keeps people from reading it."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(tab).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.long
def test_an_assignment_is_released_solved_graded_and_returned(
    addresses: tuple[str, str], browser: Browser, tmp_path: Path
) -> None:
    instructor, student = (
        Lab(browser.new_context(viewport={"width": 1500, "height": 1000}).new_page(), address)
        for address in addresses
    )
    me = pwd.getpwuid(os.getuid()).pw_name  # by which nbgrader knows a student

    # The instructor makes the student's version and releases it.
    formgrader = Formgrader(instructor)
    assert "Successfully created" in formgrader.do("attention", "assign")
    assert "Successfully released" in formgrader.do("attention", "release")

    # The student fetches it, opens it and runs all cells: the first task says that it waits.
    student.menu("Nbgrader", "Assignment List")
    student.assignments("released").get_by_role("button", name="Fetch").click()
    student.assignments("fetched").get_by_role("button", name="Submit").wait_for()
    student.assignments("fetched").get_by_text("attention", exact=True).first.click()
    student.assignments("fetched").locator(".nested_list_item a").click()
    file = tmp_path / "work" / "attention" / "attention.ipynb"
    cells = places(read(file))
    student.await_notebook(len(read(file).cells))
    student.menu("Run", "Run All Cells")
    said = student.cell(cells["projection-test"]).locator(".jp-OutputArea-output")
    said.first.wait_for()
    assert ["project: not written yet"] == [text.strip() for text in said.all_inner_texts()]
    assert "one_row: not written yet" in student.validate()

    # The student fills in every task, restarts, runs all cells, and validates.
    solved = read(SOURCE / "attention.ipynb")
    answers = {**solved_cells(solved), "written-answer": WRITTEN}
    for name, place in cells.items():
        if is_solution(read(file).cells[place]):
            student.fill_in(place, answers[name])
    student.menu("Kernel", "Restart Kernel and Run All Cells…")
    student.tab.get_by_role("button", name="Confirm Kernel Restart").click()
    last = student.cell(cells["exercise-2-test"]).get_by_text("the visible checks pass")
    last.wait_for()
    assert 7 == student.tab.locator(".jp-OutputArea").get_by_text("visible checks pass").count()
    assert "Success! Your notebook passes all the tests." in student.validate()  # it saves, too
    assert WRITTEN in json.dumps(json.loads(file.read_text(encoding="utf-8")))

    # The student hands in; the instructor collects, grades, and gives the answer's points.
    student.tab.get_by_role("tab", name="Assignments").click()
    student.assignments("fetched").get_by_role("button", name="Submit").click()
    student.assignments("submitted").get_by_text("attention").wait_for()
    assert "Successfully collected" in formgrader.do("attention", "collect")
    formgrader.row("attention").locator("td.num-submissions a").click()
    assert "Successfully autograded" in formgrader.do(me, "autograde")
    formgrader.row(me).get_by_text("20 / 24").wait_for()
    formgrader.page.get_by_role("link", name="Manual Grading").click()
    formgrader.row("attention").get_by_role("link", name="attention").click()
    formgrader.page.locator(".breadcrumb .active", has_text="attention").wait_for()
    formgrader.row("attention").get_by_role("link", name="attention").click()
    formgrader.page.get_by_role("link", name="Submission #1").click()
    formgrader.give("written-answer", 3.5)

    # The instructor returns the feedback, and the student reads it.
    formgrader.page.get_by_role("link", name="Manual Grading").click()
    formgrader.page.get_by_role("link", name="Manage Assignments").click()
    assert "Successfully generated" in formgrader.do("attention", "generate-feedback")
    assert "Successfully released" in formgrader.do("attention", "release-feedback")
    student.assignments("submitted").get_by_role("button", name="Fetch Feedback").click()
    student.assignments("submitted").get_by_text("(view feedback)").click()
    student.tab.locator(".jp-DirListing-item", has_text="attention.html").dblclick()
    page = student.tab.frame_locator(".jp-HTMLViewer iframe")
    page.get_by_text("23.5 of 24 points").wait_for()
    assert 8 == page.locator(".summary tbody tr").count()
    page.locator(".panel", has_text="3.5 of 4").wait_for()

    # The page can be read by more than eyes and mice.
    (saved,) = (tmp_path / "work" / "attention" / "feedback").glob("*/attention.html")
    student.tab.goto(saved.as_uri())
    assert [] == serious(student.tab)
