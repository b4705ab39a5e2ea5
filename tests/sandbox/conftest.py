"""One zygote and one judge a test process, shared by the tests that only read from them."""

import contextlib
import copy
import functools
from pathlib import Path

import pytest

import autograder
from autograder.grading.engine import Engine
from autograder.judge.run import Judge
from autograder.notebook import find_source, grade_id, is_graded, read
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits

KIT = Path(autograder.__file__).parent
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def engines():
    """`engines(assignment)`: grades it in the sandbox, with limits short enough for loops."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def sandbox():
            return stack.enter_context(Sandbox(Limits(cell_seconds=5, call_seconds=3)))

        @functools.cache
        def judge(assignment):
            made = Judge(KIT / "cases" / assignment, KIT / "mistakes" / assignment)
            stack.callback(made.close)
            return made

        def opened(assignment, enough=0):
            return Engine(assignment, judge(assignment), sandbox(), enough=enough)

        yield opened


@pytest.fixture(scope="session")
def engine(engines):
    """Grades the attention assignment."""
    return engines("attention")


@functools.cache
def solved(assignment):
    """The source notebook, in which every solution stands."""
    return read(find_source(ROOT, assignment))


@pytest.fixture
def handed_in():
    """`handed_in({grade_id: code}, tasks=...)`: the solution with these cells' code.

    With `tasks`, only those graded cells are left in, which is faster.
    """

    def with_cells(cells, tasks=None, assignment="attention"):
        notebook = copy.deepcopy(solved(assignment))
        if tasks is not None:
            notebook.cells = [c for c in notebook.cells if not is_graded(c) or grade_id(c) in tasks]
        for cell in notebook.cells:
            cell.source = cells.get(grade_id(cell), cell.source)
        assert set(cells) <= {grade_id(cell) for cell in notebook.cells}
        return notebook

    return with_cells
