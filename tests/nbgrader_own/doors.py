"""A pytest plugin that puts our doors where nbgrader's own tests call nbgrader's.

`pytest -p tests.nbgrader_own.doors --door NAME --pyargs nbgrader.tests...`: the tests themselves
are untouched, in nbgrader's wheel; what they imported by name is replaced in their modules.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbgrader import api
from nbgrader.apps.zipcollectapp import ZipCollectApp

from autograder.assignment import tasks_of
from autograder.course.judging import SavePoints
from autograder.course.sanitise import RestoreCells
from autograder.errors import AutograderError
from autograder.grading.inside import judge_inside
from autograder.grading.marks import marks_of
from autograder.intake.collect import Collection, collect
from autograder.notebook import new_notebook
from autograder.verdict import Judged, Report, TaskResult
from autograder.wire.messages import Output

CONFIGURED = """\
from autograder.course import configure

c = get_config()
configure(c)
c.ClearSolutions.pop("code_stub")  # nbgrader's, as the notebooks that it ships have it
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--door", choices=sorted(DOORS), required=True)
    parser.addoption("--only", nargs="*", default=[], help="names of tests; all without")


def pytest_configure(config: pytest.Config) -> None:
    # It starts a process for each new gradebook to learn what never changes.
    api.get_alembic_version = functools.cache(api.get_alembic_version)
    os.environ.setdefault("USER", "somebody")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    only = config.getoption("--only")
    items[:] = [one for one in items if not only or one.name.partition("[")[0] in only]
    doors = DOORS[config.getoption("--door")]
    for module in {item.getparent(pytest.Module).obj for item in items}:  # type: ignore[union-attr]
        for name, door in doors.items():
            if hasattr(module, name):
                setattr(module, name, door(getattr(module, name)))


# Commands


def configured(run: Callable[..., str]) -> Callable[..., str]:
    """nbgrader's command in a course that calls `configure(c)`."""

    def run_configured(args: list[str], *more: Any, **options: Any) -> str:
        plugged_in()
        return run(args, *more, **options)

    return run_configured


def graded_by_us(run: Callable[..., str]) -> Callable[..., str]:
    """`autograder grade` where a test says `nbgrader autograde`."""

    def run_ours(args: list[str], retcode: int = 0, **options: Any) -> str:
        plugged_in()
        if args[0] != "autograde":
            return run(args, retcode, **options)
        words = ["--regrade" if word in ("--force", "-f") else word for word in args[1:]]
        ended = subprocess.run(
            [sys.executable, "-m", "autograder", "grade", *words],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        # nbgrader knows 0 and 1; ours says whose fault it is.
        assert min(ended.returncode, 1) == retcode, ended.stdout + ended.stderr
        return ended.stdout + ended.stderr

    return run_ours


def collected_by_us(run: Callable[..., str]) -> Callable[..., str]:
    """`nbgrader zip_collect` that unpacks as ever, and has our intake do the collecting."""

    def take_in(app: Any) -> None:
        place = Path(app._format_collect_path(app.extracted_directory))
        course, assignment = Path(app.coursedir.root), app.coursedir.assignment_id
        released = course / "release" / assignment
        if not released.is_dir():  # ours knows an assignment by its notebooks
            released.mkdir(parents=True)
            for name in ("problem1", "problem2"):
                nbformat.write(nbformat.v4.new_notebook(), released / f"{name}.ipynb")
        try:
            collect(Collection(assignment, (place,), course, course / "submitted"))
        except AutograderError as error:
            app.fail(str(error))

    ZipCollectApp.process_extracted_files = take_in
    return run


def plugged_in() -> None:
    """Have the course of the working folder call `configure(c)`."""
    path = Path("nbgrader_config.py")
    text = path.read_text() if path.exists() else ""
    if "configure(c)" not in text:
        path.write_text(CONFIGURED + text.replace("c = get_config()", ""))


# Parts of a pipeline


class Deduplicated:
    """Our restoration, for a notebook whose author's cells are the last of each name."""

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """The notebook with each of the author's cells once."""
        from nbgrader.preprocessors import SaveCells

        with tempfile.TemporaryDirectory() as folder:
            names = {"db_url": f"sqlite:///{folder}/g.db", "assignment": "ps", "notebook": "nb"}
            with api.Gradebook(names["db_url"]) as gradebook:
                gradebook.add_assignment("ps")
            authored = nbformat.from_dict(dict(nb, cells=nb.cells[-1:]))
            SaveCells().preprocess(authored, {"nbgrader": names})
            return RestoreCells().preprocess(nb, {**resources, "nbgrader": names})


def in_place_of(ours: type) -> Callable[[Any], type]:
    """A class of ours for one of nbgrader's."""
    return lambda _theirs: ours


class Utils:
    """`nbgrader.utils` with our rules in the place of its scoring."""

    def __init__(self, theirs: Any) -> None:
        self._theirs = theirs

    def __getattr__(self, name: str) -> Any:
        return getattr(self._theirs, name)

    def determine_grade(self, cell: Any) -> tuple[float | None, float]:
        """The points of a cell, and its most; `ValueError` for one that has none."""
        notebook = new_notebook([cell])
        (task,) = tasks_of(notebook, ())
        points = None
        if task.judged is Judged.INSIDE:
            points, _ = judge_inside([_output(one) for one in cell.outputs], task.max_points)
        result = TaskResult(
            grade_id=task.grade_id, max_points=task.max_points, judged=task.judged,
            inside_points=points,
        )  # fmt: skip
        cell.metadata.nbgrader.setdefault("checksum", "")
        report = Report(assignment="a", student="s", tasks=(result,))
        return marks_of(notebook, report).scores[task.grade_id], task.max_points

    def get_partial_grade(self, output: Any, max_points: float) -> float:
        """The points that a cell's result says."""
        text = "".join(output["data"]["text/plain"])
        shown = Output(output_type="execute_result", data={"text/plain": text})
        return judge_inside([shown], max_points)[0]


def _output(output: Any) -> Output:
    if output.output_type == "error":
        return Output(output_type="error", ename=output.ename, evalue=output.evalue)
    text = "".join(output.data["text/plain"])
    return Output(output_type="execute_result", data={"text/plain": text})


DOORS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "parts": {
        "OverwriteCells": in_place_of(RestoreCells),
        "OverwriteKernelspec": in_place_of(RestoreCells),
        "DeduplicateIds": in_place_of(Deduplicated),
        "SaveAutoGrades": in_place_of(SavePoints),
        "utils": Utils,
    },
    "nbgrader autograde": {"run_nbgrader": configured},
    "autograder grade": {"run_nbgrader": graded_by_us},
    "nbgrader zip_collect": {"run_nbgrader": configured},
    "autograder collect": {"run_nbgrader": collected_by_us},
}
