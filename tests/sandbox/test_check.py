"""`autograder check`: a student's folder, no course around it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from autograder.cli import app
from autograder.notebook import Notebook, parse, read, write
from demo.build import Submission, hand_in, solved_cells
from tests.course.shapes import SHAPES, without_notes

ROOT = Path(__file__).parents[2]
UNSCALED = """\
def attention(q, k, v):
    scores = q @ k.mT
    weights = scores.softmax(dim=-1)
    return weights @ v, scores, weights
"""


def given_out(assignment: str = "attention") -> Path:
    return ROOT / "release" / assignment / f"{assignment}.ipynb"


def answered(cells: dict[str, str] | None = None, *, untouched: bool = False) -> Notebook:
    """The release with every task solved, but for these cells."""
    solutions = solved_cells(read(ROOT / "source" / "attention" / "attention.ipynb"))
    submission = Submission("a student", "", cells or {}, untouched=untouched)
    text = hand_in(submission, read(given_out()), solutions)
    return parse(text.encode(), "attention.ipynb")


def check(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["check", *map(str, arguments)], env={"COLUMNS": "200"})


def checked(*arguments: object) -> dict[str, Any]:
    """What `--json` says, with the checks by name."""
    found: dict[str, Any] = json.loads(check(*arguments, "--json").stdout)
    return {**found, "checks": {one["name"]: one for one in found["checks"]}}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The student's folder, which is the working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.sandbox
def test_a_notebook_as_it_was_given_out_has_nothing_written_yet(folder: Path) -> None:
    write(read(given_out()), folder / "attention.ipynb")
    before = (folder / "attention.ipynb").read_bytes()

    said = check()  # the only notebook here

    assert 1 == said.exit_code
    assert 8 == said.stdout.count("not written yet\n")  # seven checks and the written answer
    assert "0 of 7 visible checks pass, 7 not written yet." in said.stdout
    assert "Error" not in said.output
    assert before == (folder / "attention.ipynb").read_bytes()


@pytest.mark.sandbox
def test_a_solved_notebook_passes_in_the_sandbox(folder: Path) -> None:
    write(answered({"written-answer": "Shares, not parameters."}), folder / "my homework (2).ipynb")

    said = check("my homework (2).ipynb")

    assert 0 == said.exit_code, said.output
    assert "run in the sandbox, as for grading" in said.stdout
    assert 8 == said.stdout.count("✓")
    assert "All 7 visible checks pass." in said.stdout


@pytest.mark.sandbox
def test_each_check_says_its_sentence_and_what_stopped_the_cell_above(folder: Path) -> None:
    wrong = {
        "one-row-solution": "# my answer\ndef one_row(query k, v):\n    return 1",
        "attention-solution": UNSCALED,
        "exercise-1-solution": "import os\nos._exit(1)",
    }
    write(answered(wrong), folder / "attention.ipynb")

    said = check()
    found = checked("attention.ipynb")["checks"]

    assert 1 == said.exit_code
    assert "✗  attention " in said.stdout
    assert "passed" == found["projection-test"]["standing"]
    assert "failed" == found["attention-test"]["standing"]
    assert "where 0.7071 was expected" in found["attention-test"]["message"]
    assert "“Why the scores are divided by √d”, above." in found["attention-test"]["message"]
    assert [
        "The cell that begins with `# my answer` stopped with SyntaxError: invalid syntax (line 2)"
    ] == found["one-row-test"]["notes"]
    assert "ended the process" in found["exercise-1-test"]["notes"][0]
    assert "passed" == found["exercise-2-test"]["standing"]


@pytest.mark.sandbox
def test_without_a_sandbox_a_kernel_says_the_same(folder: Path) -> None:
    wrong = {
        "projection-solution": "def project(x, weight):\n    return x @ weigth.T",
        "one-row-solution": "def one_row(query k, v):\n    return 1",
        "exercise-2-solution": "import os\nos._exit(1)",
    }
    write(answered(wrong), folder / "attention.ipynb")

    sandbox, kernel = checked("."), checked(".", "--confinement", "none")

    def told(found: dict[str, Any]) -> list[tuple[str, str, list[str]]]:
        checks = list(found["checks"].values())[:-1]  # a kernel that has ended runs no more cells
        return [(one["standing"], one["message"], one["notes"]) for one in checks]

    assert "none: a Jupyter kernel" == kernel["confinement"]
    assert told(sandbox) == told(kernel)
    assert "not run" == kernel["checks"]["exercise-2-test"]["standing"]


@pytest.mark.sandbox
def test_what_colab_saved_is_checked_even_without_nbgrader_s_notes(folder: Path) -> None:
    (folder / "Copy of attention.ipynb").write_bytes(SHAPES["colab"](without_notes(answered())))

    said = check()

    assert 0 == said.exit_code, said.output
    assert "All 7 visible checks pass." in said.stdout
    assert "put your answers into a fresh copy of the notebook" in said.stdout


@pytest.mark.sandbox
def test_files_that_the_notebook_names_are_there_and_no_others(folder: Path) -> None:
    notebook = read(given_out("softmax"))
    notebook.cells = notebook.cells[:1]
    looks = (
        "import os\nfrom helpers import two\nopen('data/one.txt')\n"
        "assert not sorted(os.listdir()), sorted(os.listdir())"
    )
    notebook.cells += parse(json.dumps(one_check(looks)).encode(), "").cells
    write(notebook, folder / "look.ipynb")
    (folder / "helpers.py").write_text("two = 2\n", encoding="utf-8")
    (folder / "taxes.pdf").write_text("nothing for a notebook", encoding="utf-8")
    (folder / "data").mkdir()
    (folder / "data" / "one.txt").write_text("1", encoding="utf-8")

    message = checked("look.ipynb")["checks"]["look-test"]["message"]

    assert "'data'" in message
    assert "'helpers.py'" in message
    assert "taxes" not in message


def one_check(source: str) -> dict[str, Any]:
    """A notebook of one graded cell."""
    nbgrader = {"grade_id": "look-test", "grade": True, "points": 1, "solution": False}
    cell = {
        "cell_type": "code",
        "metadata": {"nbgrader": nbgrader},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }
    return {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}


R = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
NOT_TO_BE_CHECKED = {
    "page.ipynb": (b"<!DOCTYPE html>", "page.ipynb is not a notebook: it starts with '<!DOC"),
    "empty.ipynb": (b"", "empty.ipynb is empty"),
    "cut.ipynb": (b'{"cells": [', "it is cut off before its end"),
    "huge.ipynb": (b" " * (16 << 20) + b"{}", "huge.ipynb has 16,777,218 bytes"),
    "r.ipynb": (json.dumps({**one_check("1"), "metadata": R}).encode(), "r.ipynb is written in r"),
    "notes.ipynb": (json.dumps({**one_check("1"), "cells": []}).encode(), "no check in it"),
}


@pytest.mark.parametrize("name", NOT_TO_BE_CHECKED)
def test_what_can_t_be_checked_is_said_to_its_student(folder: Path, name: str) -> None:
    content, expected = NOT_TO_BE_CHECKED[name]
    (folder / name).write_bytes(content)

    said = check(name)

    assert 2 == said.exit_code
    assert expected in said.stderr
    assert "the student" not in said.stderr
    assert "Traceback" not in said.output


def test_a_notebook_that_is_not_there_or_not_the_only_one_is_asked_for(folder: Path) -> None:
    alone = check()
    for name in ("a.ipynb", "b.ipynb"):
        (folder / name).write_text("{}", encoding="utf-8")
    many, mistyped = check(), check("attention.ipynb")

    assert [2, 2, 2] == [alone.exit_code, many.exit_code, mistyped.exit_code]
    assert "no notebook (*.ipynb) is in the folder" in alone.stderr
    assert "name the notebook" in many.stderr
    assert "there is no attention.ipynb; the folder holds a.ipynb, b.ipynb" in mistyped.stderr


def test_a_confinement_that_there_is_none_of_is_refused(folder: Path) -> None:
    assert 2 == check("--confinement", "tight").exit_code
