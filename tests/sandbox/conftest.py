"""One zygote and one judge a test process, shared by the tests that only read from them."""

import copy
from pathlib import Path

import pytest

import autograder
from autograder.grading.engine import Engine
from autograder.judge.run import Judge
from autograder.notebook import grade_id, is_graded, read
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits

CASES = Path(autograder.__file__).parent / "cases" / "attention"
MISTAKES = CASES.parents[1] / "mistakes" / "attention"
SOURCE = Path(__file__).parents[2] / "source" / "attention" / "attention.ipynb"


@pytest.fixture(scope="session")
def engine():
    """Grades the attention assignment in the sandbox, with limits short enough for loops."""
    runner = Sandbox(Limits(cell_seconds=5, call_seconds=3))
    with Engine("attention", Judge(CASES, MISTAKES), runner) as opened:
        yield opened


@pytest.fixture(scope="session")
def solution():
    """The source notebook, in which every solution stands."""
    return read(SOURCE)


@pytest.fixture
def handed_in(solution):
    """`handed_in({grade_id: code}, tasks=...)`: the solution with these cells' code.

    With `tasks`, only those graded cells are left in, which is faster.
    """

    def with_cells(cells, tasks=None):
        notebook = copy.deepcopy(solution)
        if tasks is not None:
            notebook.cells = [c for c in notebook.cells if not is_graded(c) or grade_id(c) in tasks]
        for cell in notebook.cells:
            cell.source = cells.get(grade_id(cell), cell.source)
        assert set(cells) <= {grade_id(cell) for cell in notebook.cells}
        return notebook

    return with_cells
