"""`autograder replay`: a graded submission again, with what was asked and answered."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.course.courses import Course

pytestmark = pytest.mark.course


def replay(course: Course, student: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "autograder", "replay", "attention", student],
        cwd=course.folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_failure_comes_back_with_its_inputs(graded: Course) -> None:
    said = replay(graded, "unscaled")
    failed = [
        case.name
        for task in graded.report("unscaled").tasks
        for case in task.cases
        if case.outcome != "passed"
    ]

    assert 1 == said.returncode, said.stderr
    for name in failed:
        assert name in said.stdout
    assert "attention(tensor [[" in said.stdout
    assert f"with the seed {graded.report('unscaled').seed}" in said.stdout


def test_nothing_comes_back_of_a_right_answer(graded: Course) -> None:
    said = replay(graded, "right")

    assert 0 == said.returncode, said.stderr
    assert "0 case(s) did not pass" in said.stdout


def test_someone_who_is_ungraded_is_told_apart_from_someone_who_was_never_graded(
    graded: Course,
) -> None:
    ungraded, unknown = replay(graded, "html"), replay(graded, "nobody")

    assert (2, 2) == (ungraded.returncode, unknown.returncode)
    assert "html is ungraded, so that there is nothing to replay: " in ungraded.stderr
    assert "grade nobody first" in unknown.stderr
