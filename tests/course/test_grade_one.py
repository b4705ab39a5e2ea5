"""`autograder grade-one` needs no gradebook, and knows what nbgrader would write into one."""

from __future__ import annotations

import pytest
from nbgrader.api import Gradebook

from autograder.course.gradebook import authored_notebook
from autograder.course.stub import authored_of, course_config
from autograder.notebook import read
from tests.course.courses import Course

pytestmark = pytest.mark.course


def test_the_author_s_cells_are_those_that_a_release_records(released: Course) -> None:
    source = released.folder / "source" / "attention" / "attention.ipynb"

    found = authored_of(
        read(source), source.parent, "attention", course_config(released.folder)
    )  # fmt: skip
    with Gradebook(f"sqlite:///{released.folder / 'gradebook.db'}") as gradebook:
        recorded = authored_notebook(gradebook.find_notebook("attention", "attention"))

    assert {cell.name: cell for cell in recorded.cells} == {cell.name: cell for cell in found.cells}
    assert recorded.kernelspec == found.kernelspec
