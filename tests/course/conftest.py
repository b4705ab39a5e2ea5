"""Courses that several tests look at: nbgrader needs seconds to start, so each is made once."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from demo.build import Submission, hand_in, solved_cells
from tests.answers import ASSIGNMENTS
from tests.course.courses import REPOSITORY, Course, Once

HandIn = Callable[..., Any]
Released = tuple[str, Course]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """`once(name, build)`: a course that is made once, by whichever process comes first.

    Under pytest-xdist the tests of one file may run in several processes, which share a folder.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def course(name: str, build: Callable[[Path], None]) -> Course:
        folder, done = shared / name, shared / f"{name}.done"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                build(folder)
                done.touch()
        return Course(folder)

    return course


@pytest.fixture(scope="session")
def released(once: Once) -> Course:
    """The attention assignment of this repository, released in a fresh course."""

    return once("released", lambda folder: _release("attention", folder))


@pytest.fixture(params=ASSIGNMENTS)
def release_of_each(request: pytest.FixtureRequest, once: Once, released: Course) -> Released:
    """Each assignment of this repository by name, with a fresh course that it is released in."""
    name = str(request.param)
    if name == "attention":
        return name, released
    return name, once(f"released-{name}", lambda folder: _release(name, folder))


def _release(assignment: str, folder: Path) -> None:
    course = Course.new(folder)
    shutil.copytree(REPOSITORY / "source" / assignment, folder / "source" / assignment)
    said = course.nbgrader("generate_assignment", assignment, name="generate_assignment")
    assert said.code == 0, said.text


@pytest.fixture(scope="session")
def answered(released: Course) -> HandIn:
    """`answered(cells)`: the released notebook, solved, with `cells` in place of some answers."""
    given_out = released.notebook("release", "attention", "attention.ipynb")
    solutions = solved_cells(released.notebook("source", "attention", "attention.ipynb"))

    def notebook(cells: dict[str, str] | None = None, *, untouched: bool = False) -> Any:
        import nbformat

        submission = Submission("a student", "", cells or {}, untouched=untouched)
        text = hand_in(submission, given_out, solutions)
        return nbformat.reads(text, as_version=4)

    return notebook


@pytest.fixture(scope="session")
def graded(once: Once, released: Course, answered: HandIn) -> Course:
    """The released course after a class handed in and `nbgrader autograde` ran over it."""
    from tests.course import students

    def build(folder: Path) -> None:
        course = released.copy(folder)
        for student, notebook in students.handed_in(answered).items():
            course.hand_in(student, "attention", notebook)
        course.nbgrader("autograde", "attention", name="autograde")

    return once("graded", build)
