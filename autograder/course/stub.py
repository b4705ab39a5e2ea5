"""What a release makes of a source notebook, without a gradebook and without writing a file."""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from nbgrader import utils
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader
from traitlets.utils.importstring import import_item

from autograder.course.config import configure
from autograder.course.given import given_cells
from autograder.errors import AuthoringError
from autograder.notebook import Notebook
from autograder.restore import AuthoredCell, AuthoredNotebook
from autograder.sandbox.policy import Limits

__all__ = ["authored_of", "course_config", "course_limits", "release_of"]

_LEFT_OUT = ("SaveCells", "CheckSource", "CheckRelease")
"""The first writes the gradebook; what the others check is asked for by itself."""


def course_config(course: Path) -> Any:
    """The settings of a course: ours, and those of its `nbgrader_config.py`.

    Raises `AuthoringError` where that file can't be run.
    """
    config = Config()
    configure(config)
    if (course / "nbgrader_config.py").is_file():
        try:
            own = PyFileConfigLoader("nbgrader_config.py", path=str(course)).load_config()
        except Exception as error:  # whatever the file raises
            raise AuthoringError(
                f"{course / 'nbgrader_config.py'} can't be run: {type(error).__name__}: {error}"
            ) from error
        config.merge(own)
    return config


def course_limits(config: Any) -> Limits:
    """The limits on student code that a course sets, and the defaults."""
    own = config.SubmissionExporter
    return Limits(**{name: own[name] for name in Limits.__struct_fields__ if name in own})


def release_of(source: Notebook, folder: Path, assignment: str, config: Any) -> Notebook:
    """The notebook that students would get; `folder` holds the source.

    Raises `AuthoringError` where a step of nbgrader's refuses.
    """
    return _after(config.GenerateAssignment.preprocessors, source, folder, assignment, config)


def authored_of(source: Notebook, folder: Path, assignment: str, config: Any) -> AuthoredNotebook:
    """The author's cells as `generate_assignment` would record them in a gradebook.

    That is what nbgrader's SaveCells is given: solutions cleared, hidden tests still there. Raises
    `AuthoringError` as `release_of` does, and where nothing is recorded at all.
    """
    steps = list(config.GenerateAssignment.preprocessors)
    recorded = [i for i, name in enumerate(steps) if name.endswith(".SaveCells")]
    if not recorded:
        raise AuthoringError(
            "c.GenerateAssignment.preprocessors has no SaveCells, which says where the author's "
            "cells are recorded; put it back"
        )
    notebook = _after(steps[: recorded[0]], source, folder, assignment, config)
    given = _after(steps[recorded[0] :], notebook, folder, assignment, config)
    cells = [cell for cell in notebook.cells if _is_recorded(cell)]
    authored = AuthoredNotebook(
        name=assignment,
        cells=tuple(_authored(cell) for cell in cells),
        kernelspec=dict(notebook.metadata.get("kernelspec", {})),
    )
    return authored.received_as(given_cells(given))


def _authored(cell: Notebook) -> AuthoredCell:
    nbgrader = cell.metadata["nbgrader"]
    has_points = utils.is_grade(cell) or utils.is_task(cell)
    return AuthoredCell(
        name=nbgrader["grade_id"],
        cell_type=cell.cell_type,
        source=cell.source,
        locked=utils.is_locked(cell),
        checksum=nbgrader.get("checksum") or "",
        points=float(nbgrader["points"]) if has_points else None,
        solution=utils.is_solution(cell),
        task=utils.is_task(cell),
    )


def _is_recorded(cell: Notebook) -> bool:
    tests = (utils.is_grade, utils.is_solution, utils.is_locked, utils.is_task)
    return any(test(cell) for test in tests)


def _after(
    steps: Sequence[str], source: Notebook, folder: Path, assignment: str, config: Any
) -> Notebook:
    notebook = copy.deepcopy(source)
    resources = ResourcesDict(
        nbgrader={"assignment": assignment, "notebook": assignment, "student": "."},
        metadata={"path": str(folder)},
    )
    for name in steps:
        if name.rpartition(".")[2] not in _LEFT_OUT:
            try:
                step = import_item(name)(config=config)
                notebook, resources = step.preprocess(notebook, resources)
            except Exception as error:  # nbgrader raises whatever comes
                raise AuthoringError(
                    f"{name.rpartition('.')[2]} refuses the source: {error}"
                ) from error
    return notebook
