"""`autograder grade-one`: a submission in a folder, no course and no gradebook around it."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from autograder.cli import app
from autograder.notebook import write


def grade_one(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["grade-one", *map(str, arguments)])


@pytest.mark.sandbox
def test_a_submission_under_any_name_gets_its_points_without_a_course(
    handed_in: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder, results = tmp_path / "submission", tmp_path / "results" / "results.json"
    folder.mkdir()
    write(handed_in({}, assignment="softmax"), folder / "my homework (2).ipynb")

    said = grade_one(
        folder, "--assignment", "softmax", "--to", "gradescope", "--output", results
    )  # fmt: skip
    found = json.loads(results.read_text(encoding="utf-8"))

    assert 0 == said.exit_code, said.output
    assert found["tests"]
    assert {"passed"} == {test["status"] for test in found["tests"]}
    assert sum(test["max_score"] for test in found["tests"]) == found["score"]


def test_what_is_no_notebook_is_ungraded_and_gets_no_zero(tmp_path: Path) -> None:
    page = tmp_path / "attention.ipynb"
    page.write_text("<!DOCTYPE html>", encoding="utf-8")

    said = grade_one(page, "--assignment", "attention", "--confinement", "none", "--to", "junit")
    suite = ET.fromstring(said.stdout).find("testsuite")

    assert 1 == said.exit_code
    assert suite is not None
    assert "1" == suite.get("errors")
    assert suite.find("properties/property[@name='score']") is None
    assert "ungraded: attention.ipynb is not a notebook" in said.stderr


def test_a_folder_of_several_notebooks_is_ungraded_with_their_names(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.ipynb").write_text("{}", encoding="utf-8")

    said = grade_one(tmp_path, "--assignment", "attention", "--confinement", "none")

    assert 1 == said.exit_code
    assert "of notebooks there is: a.ipynb, b.ipynb" in json.loads(said.stdout)["why"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.ipynb", "--assignment", "attention"], "there is no nowhere.ipynb"),
        ([".", "--assignment", "other"], "there is no source/other/other.ipynb"),
        ([".", "--assignment", "attention", "--to", "pdf"], "is none of json, junit, gradescope"),
        ([".", "--assignment", "attention", "--source", "x.ipynb"], "--source names"),
    ],
)
def test_what_the_command_line_lacks_is_said(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    said = grade_one(*arguments)

    assert 2 == said.exit_code
    assert says in " ".join(said.stderr.replace("│", " ").split())
