"""From a download to marks: collected, graded by nbgrader's command, and where everyone stands."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.intake.status import State
from tests.course.courses import Course, Once, Said, code_cell, notebook_of, solution_cell
from tests.intake.bad_inputs import BAD_INPUTS, GOOD, ODD_IDS, BadInput, lay

pytestmark = pytest.mark.course

GOOD_IDS = [f"good{number:02}" for number in range(len(BAD_INPUTS) // 2 + 1)]


def autograder(course: Course, *arguments: str) -> Said:
    """Run `autograder <arguments>` in the course."""
    run = subprocess.run(
        [Path(sys.executable).parent / "autograder", *arguments],
        cwd=course.folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return Said(run.returncode, run.stdout + run.stderr)


@pytest.fixture(scope="module")
def batch(once: Once) -> Course:
    """A class of which every third handed in something odd, collected and graded."""

    def build(folder: Path) -> None:
        course = Course.new(folder)
        solution = (
            "def total(xs):\n    ### BEGIN SOLUTION\n    return sum(xs)\n    ### END SOLUTION"
        )
        course.author(
            "lesson",
            notebook_of(
                solution_cell(solution, "sum-solution"),
                code_cell("assert total([1, 2]) == 3", "sum-test", points=2),
            ),
        )
        said = course.nbgrader("generate_assignment", "lesson")
        assert said.code == 0, said.text
        people = [f"bad{number:02}" for number in range(len(BAD_INPUTS))]
        for student, bad in zip(people, BAD_INPUTS, strict=True):
            lay(bad, folder / "download" / student)
        for student in (*GOOD_IDS, *ODD_IDS):
            lay(BadInput("", {"lesson.ipynb": GOOD}, "graded"), folder / "download" / student)
        ids = [*people, *GOOD_IDS, *ODD_IDS, "absent"]
        (folder / "roster.csv").write_text(
            "id\n" + "".join(f'"{student}"\n' for student in ids), encoding="utf-8"
        )
        course._record("collect").write_text(
            json.dumps(vars(autograder(course, "collect", "lesson", "download")))
        )
        shutil.rmtree(folder / "download")  # its links could not be copied with the course
        course.nbgrader("autograde", "lesson", name="autograde")

    return once("collected batch", build)


@pytest.fixture(scope="module")
def standing(batch: Course) -> dict[str, Any]:
    """What `autograder status` says of each person."""
    said = autograder(batch, "status", "lesson", "--json")
    assert said.code == 1, said.text
    return {one["student"]: one for one in json.loads(said.text)}


@pytest.mark.parametrize("number", range(len(BAD_INPUTS)), ids=lambda n: BAD_INPUTS[n].line)
def test_each_odd_hand_in_ends_as_it_should(
    batch: Course, standing: dict[str, Any], number: int
) -> None:
    bad, student = BAD_INPUTS[number], f"bad{number:02}"
    (manifest,) = (batch.folder / "submitted" / ".manifests").glob("*.json")
    lines = [x for x in json.loads(manifest.read_bytes())["lines"] if x["student"] == student]
    said = " ".join([standing[student]["why"], *(line["why"] for line in lines)])

    state = State.WITH_NOTES if bad.noted else bad.state
    assert state == standing[student]["state"], standing[student]
    assert bad.why in said
    if bad.state is State.GRADED:
        assert 2 == standing[student]["points"]


@pytest.mark.parametrize("student", [*GOOD_IDS, *ODD_IDS])
def test_the_others_marks_are_unchanged(standing: dict[str, Any], student: str) -> None:
    assert ("graded", 2.0) == (standing[student]["state"], standing[student]["points"])


def test_who_handed_nothing_in_is_missing(standing: dict[str, Any]) -> None:
    assert "missing" == standing["absent"]["state"]


def test_collect_names_what_it_refused_and_exits_with_1(batch: Course) -> None:
    said = batch.said("collect")

    assert 1 == said.code, said.text
    empty = next(i for i, bad in enumerate(BAD_INPUTS) if bad.line == "an empty folder")
    assert f"bad{empty:02}" in said.text
    assert "the folder is empty" in said.text


def test_a_resubmission_after_grading_is_stale(batch: Course, tmp_path: Path) -> None:
    course = batch.copy(tmp_path / "course")
    lay(BadInput("", {"lesson.ipynb": GOOD + b"\n"}, "graded"), tmp_path / "later" / "good00")
    autograder(course, "collect", "lesson", str(tmp_path / "later"))
    said = autograder(course, "status", "lesson", "--csv", "standing.csv")

    rows = (course.folder / "standing.csv").read_text(encoding="utf-8").splitlines()
    assert "changed after it was graded" in said.text
    assert any(row.startswith("good00,") and ",stale," in row for row in rows)

    (advice,) = [row for row in rows if row.startswith("good00,")]
    assert "`autograder grade lesson` grades it again" in advice
    autograder(course, "grade", "lesson", "--student", "good00")
    autograder(course, "status", "lesson", "--csv", "standing.csv")
    rows = (course.folder / "standing.csv").read_text(encoding="utf-8").splitlines()
    assert any(row.startswith("good00,") and ",graded," in row for row in rows)
