"""Each command of the kit with a gradebook on PostgreSQL."""

import csv
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.course.courses import CONFIG, Course, Said, code_cell, notebook_of, solution_cell

pytestmark = [pytest.mark.postgresql, pytest.mark.course]

ANSWER = "### BEGIN SOLUTION\nx = 1\n### END SOLUTION"


def autograder(course: Course, *arguments: str) -> Said:
    """Run `autograder <arguments>` in the course's folder."""
    process = subprocess.run(
        [Path(sys.executable).parent / "autograder", *arguments],
        cwd=course.folder,
        env={**os.environ, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Said(process.returncode, process.stdout)


def test_a_class_is_graded_shown_returned_and_exported(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    url = new_database()
    course = Course.new(tmp_path / "course", CONFIG + f"c.CourseDirectory.db_url = {url!r}\n")
    check = code_cell("assert x == 1", "check", points=2)
    course.author("plain", notebook_of(solution_cell(ANSWER, "answer"), check))
    made = course.nbgrader("generate_assignment", "plain")
    assert 0 == made.code, made.text
    for student, answer in (("right", "x = 1"), ("wrong", "x = 2")):
        handed_in = notebook_of(solution_cell(answer, "answer"), check)
        course.hand_in(student, "plain", handed_in)

    graded = autograder(course, "grade", "plain")
    said = [autograder(course, command, "plain") for command in ("status", "report", "feedback")]
    exported = autograder(course, "export", "plain", "--to", "csv", "--output", "grades.csv")
    by_hand = course.nbgrader("autograde", "plain", "--force", "--student=right")

    for one in (graded, *said, exported, by_hand):
        assert 0 == one.code, one.text
    assert not (course.folder / "gradebook.db").exists()
    assert "2/2" in said[0].text
    with (course.folder / "grades.csv").open(encoding="utf-8") as lines:
        assert {"right", "wrong"} <= {cell for row in csv.reader(lines) for cell in row}
    assert (course.folder / "feedback" / "right" / "plain" / "plain.html").exists()
