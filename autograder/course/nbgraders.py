"""nbgrader's own settings of a course, for `autograder grade`: folders, penalties, output limits.

They are read by nbgrader's own classes, so that names, defaults and checks are nbgrader's. What
`autograder grade` does not do is refused here by name: it never ignores a setting.
"""

import copy
import os
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import AssignLatePenalties, IgnorePattern, LimitOutput
from traitlets.config import Config

from autograder.course.bookkeeping import Penalty
from autograder.course.config import AUTOGRADE, EXPORTER, SANITIZE
from autograder.errors import AuthoringError
from autograder.grading.marks import OutputRules

__all__ = ["NbgraderSettings", "read_settings"]

_ENGINE: dict[str, Any] = {
    "sanitize_preprocessors": list(SANITIZE),
    "autograde_preprocessors": list(AUTOGRADE),
    "exporter_class": EXPORTER,
}
"""What `configure` plugs into nbgrader's own command."""


@dataclass(frozen=True)
class NbgraderSettings:
    """What nbgrader's autograde would do in a course, besides running code.

    `coursedir` is nbgrader's `CourseDirectory`; `file_mode` is that of files in autograded/.
    """

    coursedir: Any
    create_students: bool
    keep_files: Callable[[str], list[str]]
    file_mode: int
    penalty: Penalty | None
    outputs: OutputRules


def read_settings(config: Config, db_url: str = "") -> NbgraderSettings:
    """The settings in a configuration; `db_url` replaces the one that is configured.

    Raises `AuthoringError` where the course has changed something that only nbgrader's own
    command knows how to do.
    """
    if db_url:
        config.CourseDirectory.db_url = db_url
    coursedir = CourseDirectory(config=config)
    _check_pipeline(config, coursedir)
    converter = Autograde(coursedir=coursedir, config=_without_engine(config))
    limit, ignore = LimitOutput(config=config), IgnorePattern(config=config)
    return NbgraderSettings(
        coursedir=coursedir,
        create_students=converter.create_student,
        keep_files=lambda assignment: list(converter.exclude_overwriting.get(assignment, [])),
        file_mode=int(str(converter.permissions), 8),
        penalty=_penalty(config),
        outputs=OutputRules(
            ignore_pattern=ignore.pattern if ignore.enabled else "",
            max_lines=limit.max_lines if limit.enabled else -1,
            max_traceback=limit.max_traceback if limit.enabled else -1,
        ),
    )


def _without_engine(config: Config) -> Config:
    """The configuration without what the converter would import, and torch with it, to check it."""
    lighter = copy.deepcopy(config)
    for name in _ENGINE:
        lighter.Autograde.pop(name, None)
    return lighter


def _penalty(config: Config) -> Penalty | None:
    """The configured plugin, or None where no penalties are given at all."""
    assigner = AssignLatePenalties(config=config)
    if not assigner.enabled:
        return None
    assigner.init_plugin()

    def penalty(student: str, score: float, late: float) -> float | None:
        value = assigner.plugin_inst.late_submission_penalty(student, score, late)
        if value is None:
            return None
        checked: float = assigner._check_late_penalty(SimpleNamespace(score=score), value)
        return checked

    return penalty


def _check_pipeline(config: Config, coursedir: Any) -> None:
    said = config.Autograde
    changed = [f"c.Autograde.{name}" for name, ours in _ENGINE.items() if said.get(name) != ours]
    for section in ("Autograde", "BaseConverter"):
        for hook in ("pre_convert_hook", "post_convert_hook"):
            if config[section].get(hook):
                changed.append(f"c.{section}.{hook}")
    if ClearMetadataPreprocessor(config=config).enabled:
        changed.append("c.ClearMetadataPreprocessor.enabled")
    if coursedir.notebook_id != "*":
        changed.append("c.CourseDirectory.notebook_id")
    if changed:
        raise AuthoringError(
            f"this course sets {', '.join(changed)}, which `autograder grade` does not follow"
            f"{_hint(said)}. Use `nbgrader autograde`, which does, or take the setting out"
        )


def _hint(said: Any) -> str:
    if "exporter_class" in said:
        return ""
    here = os.path.join(os.getcwd(), "nbgrader_config.py")
    return f" (does {here} call `configure(c)` of autograder.course?)"
