"""What a release makes of a source notebook, without a gradebook and without writing a file."""

import copy
from pathlib import Path
from typing import Any

from nbconvert.exporters.exporter import ResourcesDict
from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader
from traitlets.utils.importstring import import_item

from autograder.course.config import configure
from autograder.errors import AuthoringError
from autograder.notebook import Notebook
from autograder.sandbox.policy import Limits

__all__ = ["course_config", "course_limits", "release_of"]

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
    notebook = copy.deepcopy(source)
    resources = ResourcesDict(
        nbgrader={"assignment": assignment, "notebook": assignment, "student": "."},
        metadata={"path": str(folder)},
    )
    for name in config.GenerateAssignment.preprocessors:
        if name.rpartition(".")[2] not in _LEFT_OUT:
            try:
                step = import_item(name)(config=config)
                notebook, resources = step.preprocess(notebook, resources)
            except Exception as error:  # nbgrader raises whatever comes
                raise AuthoringError(
                    f"{name.rpartition('.')[2]} refuses the source: {error}"
                ) from error
    return notebook
