"""`autograder init`: a course to start from, which releases as it is."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.course.folders import folders_in
from autograder.course.settings import load_config, settings_in
from autograder.course.starting import configuration, lessons, start_course
from autograder.errors import AuthoringError
from autograder.sandbox.policy import Limits
from tests.course.courses import REPOSITORY, Course

pytestmark = pytest.mark.course


def test_a_course_that_was_started_can_be_released(tmp_path: Path) -> None:
    folder = tmp_path / "a course, 2026"
    done = CliRunner().invoke(app, ["init", str(folder)])
    said = Course(folder).nbgrader("generate_assignment", "attention")

    assert 0 == done.exit_code, done.output
    assert "nbgrader generate_assignment attention" in done.output
    assert 0 == said.code, said.text
    released = folder / "release" / "attention" / "attention.ipynb"
    assert released.read_bytes() == (REPOSITORY / "release/attention/attention.ipynb").read_bytes()


def test_a_course_that_was_started_can_be_released_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "course"
    start_course(folder, ["softmax"])
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(app, ["release", "softmax", "--lang", "zh"])

    assert 0 == done.exit_code, done.output
    released = folder / "release-zh" / "softmax" / "softmax.ipynb"
    ours = REPOSITORY / "release-zh" / "softmax" / "softmax.ipynb"
    assert released.read_bytes() == ours.read_bytes()


def test_the_lessons_are_those_of_the_repository() -> None:
    assert ["attention", "softmax"] == lessons()


def test_nothing_that_is_there_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")

    with pytest.raises(AuthoringError, match="is there and not empty"):
        start_course(tmp_path, ["attention"])
    assert ["thesis.txt"] == [path.name for path in tmp_path.iterdir()]


def test_a_lesson_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(AuthoringError, match="no lesson calculus; there are attention, softmax"):
        start_course(tmp_path / "course", ["attention", "calculus"])
    assert not (tmp_path / "course").exists()


def test_every_setting_of_the_kit_s_stands_in_the_configuration() -> None:
    from nbconvert.exporters import NotebookExporter

    from autograder.course.exporter import SubmissionExporter

    ours = set(SubmissionExporter.class_traits(config=True))
    ours -= set(NotebookExporter.class_traits(config=True))
    said = set(re.findall(r"c\.SubmissionExporter\.(\w+) =", configuration("a")))

    assert ours == said


def test_what_is_commented_out_is_the_default(tmp_path: Path) -> None:
    text = re.sub(r"^# (c\.)", r"\1", configuration("it's"), flags=re.MULTILINE)
    (tmp_path / "nbgrader_config.py").write_text(text, encoding="utf-8")
    config = load_config(tmp_path)
    settings, folders = settings_in(config), folders_in(config)

    assert Limits() == settings.limits
    assert ("", "", "reports") == (
        settings.confinement, settings.cases_directory, settings.reports_directory
    )  # fmt: skip
    assert "it's" == config.CourseDirectory.course_id
    assert ("submitted", "autograded", "feedback") == (
        folders.submitted_directory, folders.autograded_directory, folders.feedback_directory
    )  # fmt: skip


def test_an_installed_kit_starts_a_course_with_no_repository_beside_it(tmp_path: Path) -> None:
    """A wheel is made of what is in the repository, put somewhere else, and asked there."""
    kit = tmp_path / "kit"
    kit.mkdir()
    for name in ("autograder", "source"):
        shutil.copytree(REPOSITORY / name, kit / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, kit)
    built = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path, kit]
    subprocess.run([sys.executable, "-m", "pip", *built], check=True, cwd=tmp_path)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path / "installed")
    shutil.rmtree(kit)

    done = subprocess.run(
        [sys.executable, "-P", "-m", "autograder", "init", "course", "--lesson", "softmax"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
    )

    assert 0 == done.returncode, done.stderr
    for path in ("softmax/softmax.ipynb", "softmax.zh.po"):
        ours = (REPOSITORY / "source" / path).read_bytes()
        assert ours == (tmp_path / "course" / "source" / path).read_bytes()
