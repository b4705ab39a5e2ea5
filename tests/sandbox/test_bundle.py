"""Gradescope's zip: unpacked and run as Gradescope does, but for building the image."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from autograder.cli import app
from autograder.notebook import write

ROOT = Path(__file__).parents[2]


@pytest.fixture
def container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like /autograder, in which this Python stands for the one that setup.sh makes."""
    monkeypatch.chdir(ROOT)
    said = CliRunner().invoke(
        app, ["bundle", "gradescope", "softmax", "--output", f"{tmp_path}/a.zip"]
    )
    assert 0 == said.exit_code, said.output
    root = tmp_path / "autograder"
    for name in ("submission", "results"):
        (root / name).mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        archive.extractall(root / "source")
    (root / "env").symlink_to(Path(sys.executable).parents[1])
    (root / "submission_metadata.json").write_text('{"users": [{"id": 7}]}', encoding="utf-8")
    return root


def run(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", root / "source" / "run_autograder"],
        env={**os.environ, "AUTOGRADER_ROOT": str(root)},
        capture_output=True,
        text=True,
    )


@pytest.mark.sandbox
def test_a_submission_in_gradescope_s_container_gets_its_results(
    container: Path, handed_in: Any
) -> None:
    write(handed_in({}, assignment="softmax"), container / "submission" / "mine.ipynb")

    done = run(container)
    found = json.loads((container / "results" / "results.json").read_text(encoding="utf-8"))

    assert 0 == done.returncode, done.stderr
    assert {"passed"} == {test["status"] for test in found["tests"]}


def test_a_kit_that_can_t_start_leaves_no_results_and_fails(container: Path) -> None:
    (container / "source" / "kit" / "autograder" / "cli" / "__init__.py").write_text("1 / 0\n")

    done = run(container)

    assert 1 == done.returncode
    assert [] == list((container / "results").iterdir())


def test_the_zip_has_what_gradescope_asks_for_and_the_same_files_make_the_same_one(
    container: Path,
) -> None:
    first = container.parent / "a.zip"
    second = container.parent / "b.zip"
    CliRunner().invoke(app, ["bundle", "gradescope", "softmax", "--output", str(second)])
    with zipfile.ZipFile(first) as archive:
        names = archive.namelist()
        modes = {name: archive.getinfo(name).external_attr >> 16 for name in names}
    requirements = (container / "source" / "requirements.txt").read_text(encoding="utf-8")

    assert {"setup.sh", "run_autograder"} <= {name for name, mode in modes.items() if mode == 0o755}
    assert "source/softmax/softmax.ipynb" in names
    assert [] == [name for name in names if "__pycache__" in name]
    assert all("==" in line and "+" not in line for line in requirements.splitlines())
    assert first.read_bytes() == second.read_bytes()


def test_the_scripts_are_whole_bash(container: Path) -> None:
    for name in ("setup.sh", "run_autograder"):
        done = subprocess.run(["bash", "-n", container / "source" / name], capture_output=True)

        assert (0, b"") == (done.returncode, done.stderr)


@pytest.mark.sandbox
def test_the_set_up_takes_a_python_that_can_make_environments(container: Path) -> None:
    (container / "env").unlink()
    (container / "source" / "requirements.txt").write_text("")  # nothing is downloaded here
    path = container / "bin"
    path.mkdir()
    for name, text in {
        "python3.14": "exit 1",  # as a version that is only half there
        "python3.11": f'exec "{sys.executable}" "$@"',
        "apt-get": 'echo "apt-get was asked" >&2; exit 1',
    }.items():
        (path / name).write_text(f"#!/bin/sh\n{text}\n")
        (path / name).chmod(0o755)

    done = subprocess.run(
        ["bash", container / "source" / "setup.sh"],
        env={"AUTOGRADER_ROOT": str(container), "PATH": f"{path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )

    assert 0 == done.returncode, done.stderr
    assert (container / "env" / "bin" / "python").exists()
    assert "apt-get" not in done.stderr


def test_there_is_a_bundle_for_gradescope_alone() -> None:
    said = CliRunner().invoke(app, ["bundle", "moodle", "softmax"])

    assert "there is no bundle for 'moodle'" in str(said.exception)
