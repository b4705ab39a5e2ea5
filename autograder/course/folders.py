"""Where a course's folders and its gradebook are, as nbgrader's `CourseDirectory` says it.

The same settings and defaults, read without nbgrader, which takes half a second to import; a test
holds both to the same answers.
"""

import os
from pathlib import Path

import msgspec
from traitlets.config import Config

from autograder.errors import AuthoringError

__all__ = ["Folders", "folders_in"]


class Folders(msgspec.Struct, frozen=True, kw_only=True):
    """What `c.CourseDirectory` says; steps are folders' names below the root."""

    root: str = ""
    db_url: str = ""
    directory_structure: str = os.path.join("{nbgrader_step}", "{student_id}", "{assignment_id}")
    source_directory: str = "source"
    submitted_directory: str = "submitted"
    autograded_directory: str = "autograded"
    feedback_directory: str = "feedback"
    student_id_exclude: str = ""
    groupshared: bool = False

    def of(self, step: str, student: str, assignment: str) -> Path:
        """The folder of one submission in a step."""
        return Path(
            self.root,
            self.directory_structure.format(
                nbgrader_step=step, student_id=student, assignment_id=assignment
            ),
        )


def folders_in(config: Config, db_url: str = "") -> Folders:
    """The folders in a configuration; `db_url` replaces the gradebook that it names.

    Raises `AuthoringError` where a setting is not what it should be.
    """
    said = dict(config.get("CourseDirectory", {}))
    known = {name: said[name] for name in Folders.__struct_fields__ if name in said}
    try:
        found = msgspec.convert(known, Folders)
    except msgspec.ValidationError as error:
        raise AuthoringError(f"a setting of c.CourseDirectory can't be used: {error}") from error
    root = os.path.abspath(found.root or os.getcwd())
    url = db_url or found.db_url or f"sqlite:///{os.path.join(root, 'gradebook.db')}"
    return msgspec.structs.replace(found, root=root, db_url=url)
