"""An author's errors, made for real: docs/authoring.md quotes what each of them gives."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.course.release import CheckSource
from autograder.errors import AuthoringError
from autograder.grading.engine import Engine
from autograder.grading.inprocess import InProcessRunner
from autograder.judge.account import raised
from autograder.judge.diagnosis import Diagnostician
from autograder.judge.run import Judge
from tests.course.courses import REPOSITORY, code_cell, notebook_of, solution_cell, write

pytestmark = pytest.mark.course

GUIDE = REPOSITORY / "docs" / "authoring.md"

SOLUTION = """\
def mean(x):
    ### BEGIN SOLUTION
    return x.mean()
    ### END SOLUTION"""
CHECK = """\
assert mean(torch.ones(3)) == 1
### BEGIN HIDDEN TESTS
# hidden cases: mean-test
### END HIDDEN TESTS"""
CASE = '''\
import pytest
import torch

from autograder.judge.compare import check_close


@pytest.mark.case("mean-test", weight=2)
def test_mean(student, draw):
    """mean(x) is the average of x."""
    x = draw(5)
    check_close("mean(x)", student.mean(x), x.double().mean())
'''
MISTAKE = '''\
from autograder.judge.mistakes import mistake


@mistake("mean", """This is the sum. Divide it by how many there are.""")
def sum_not_divided(x):
    return x.sum()
'''
PROBES = "import torch\n\nPROBES = {'mean': [(torch.arange(4.0),)]}\n"
ASKED = "ASKED = {'mean-test': ['mean']}\n"


FILES = {
    "cases/means/test_mean.py": CASE,
    "mistakes/means/means.py": MISTAKE,
    "mistakes/means/probes.py": PROBES,
    "mistakes/means/asked.py": ASKED,
}
"""A small assignment without an error."""


def check(folder: Path, solution: str = SOLUTION, graded: str = CHECK, **changed: str) -> str:
    """What the kit says to the assignment; "" where it says nothing.

    `changed` gives other text for files, by path within the course folder.
    """
    for path, text in {**FILES, **changed}.items():
        write(folder / path, text.encode())
    notebook = notebook_of(
        code_cell("import torch"),
        solution_cell(solution, "mean-solution"),
        code_cell(graded, "mean-test", points=2),
    )
    write(folder / "source" / "means" / "means.ipynb", notebook)
    try:
        CheckSource().preprocess(notebook, {"nbgrader": {"assignment": "means"}})
        Diagnostician(folder / "mistakes" / "means")
        with Engine("means", Judge(folder / "cases" / "means"), InProcessRunner()) as engine:
            (task,) = engine.grade(notebook, "the solution").tasks
    except AuthoringError as error:
        return str(error).replace(str(folder.resolve()), "…")
    return " ".join(raised(case.detail) for case in task.cases if case.detail)


ERRORS: dict[str, Callable[[Path], str]] = {
    "a marker is mistyped": lambda at: check(
        at, graded=CHECK.replace("BEGIN HIDDEN", "BEGIN HIDEN")
    ),
    "a region has no end": lambda at: check(
        at, solution=SOLUTION.replace("    ### END SOLUTION", "")
    ),
    "the hidden line names no cases": lambda at: check(
        at, graded=CHECK.replace("mean-test", "maen-test")
    ),
    "a case names no cell": lambda at: check(
        at, **{"cases/means/test_more.py": CASE.replace("mean-test", "more-test")}
    ),
    "a case has no docstring": lambda at: check(
        at, **{"cases/means/test_mean.py": CASE.replace('"""mean(x) is the average of x."""', "")}
    ),
    "a weight is not above 0": lambda at: check(
        at, **{"cases/means/test_mean.py": CASE.replace("weight=2", "weight=0")}
    ),
    "a case has a bug": lambda at: check(
        at, **{"cases/means/test_mean.py": CASE.replace("x.double()", "x.to_double()")}
    ),
    "two mistakes have one name": lambda at: check(
        at, **{"mistakes/means/more.py": MISTAKE.replace("x.sum()", "x.sum() / 2")}
    ),
    "a mistake has no sentence": lambda at: check(
        at,
        **{"mistakes/means/means.py": re.sub(r'""".*?"""', '""', MISTAKE)},
    ),
    "a module of mistakes does not import": lambda at: check(
        at, **{"mistakes/means/probes.py": PROBES.replace("arange", "arrange")}
    ),
    "a mistake is in something that no cell asks for": lambda at: check(
        at, **{"mistakes/means/asked.py": ASKED.replace("['mean']", "['maen']")}
    ),
    "a function has no probes": lambda at: check(
        at, **{"mistakes/means/probes.py": PROBES.replace("'mean'", "'maen'")}
    ),
}


def test_an_assignment_without_errors_is_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert "" == check(tmp_path)


@pytest.mark.parametrize("error", ERRORS)
def test_the_guide_quotes_what_an_error_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ERRORS[error](tmp_path)
    guide = GUIDE.read_text(encoding="utf-8")

    assert said
    assert f"**{error}**" in guide.lower()
    assert " ".join(said.split()) in " ".join(guide.split())
