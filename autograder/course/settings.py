"""A course's `nbgrader_config.py`, read without nbgrader: it takes a second to import.

The same files as nbgrader reads, in its order: Jupyter's configuration folders, then the
course's folder. What is asked of them here is what decides how student code runs, so that the
sandbox can start while nbgrader is still being imported.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec
from jupyter_core.paths import jupyter_config_path
from traitlets.config import Config, ConfigFileNotFound, PyFileConfigLoader
from traitlets.config.loader import JSONFileConfigLoader

from autograder.errors import AuthoringError
from autograder.sandbox.policy import Limits

__all__ = ["Settings", "load_config", "settings_in"]

_NAME = "nbgrader_config"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What `c.SubmissionExporter` says, as `course.exporter` describes it."""

    limits: Limits
    confinement: str = ""
    cases_directory: str = ""
    reports_directory: str = "reports"


def load_config(course: Path) -> Config:
    """The configuration that nbgrader's commands would have in the folder `course`.

    Raises `AuthoringError` where a file of it fails.
    """
    if str(course) not in sys.path:
        sys.path.insert(0, str(course))  # as nbgrader does, for modules beside the file
    config = Config()
    for folder in (*reversed(jupyter_config_path()), str(course)):
        for kind, suffix in ((JSONFileConfigLoader, "json"), (PyFileConfigLoader, "py")):
            try:
                config.merge(kind(f"{_NAME}.{suffix}", path=folder).load_config())
            except ConfigFileNotFound:
                continue
            except Exception as error:  # it is a program, and may raise whatever it likes
                raise AuthoringError(
                    f"{folder}/{_NAME}.{suffix} can't be used ({type(error).__name__}: {error}); "
                    "mend it, and run the command again"
                ) from error
    return config


def settings_in(config: Config, **chosen: Any) -> Settings:
    """The settings in a configuration, with limits that were `chosen` on the command line.

    Raises `AuthoringError` where one is not what it should be.
    """
    said = dict(config.get("SubmissionExporter", {}))
    limits = {name: said[name] for name in Limits.__struct_fields__ if name in said}
    others = {name: said[name] for name in Settings.__struct_fields__ if name in said}
    try:
        return msgspec.convert({**others, "limits": limits | chosen}, Settings)
    except msgspec.ValidationError as error:
        raise AuthoringError(
            f"a setting of c.SubmissionExporter can't be used: {error}; docs/sandbox.md has them"
        ) from error
