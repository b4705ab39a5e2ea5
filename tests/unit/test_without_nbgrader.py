"""What is read of a course without nbgrader is what nbgrader itself would say."""

import os
import subprocess
import sys

import pytest
from traitlets.config import Config

from autograder.course.folders import folders_in
from autograder.course.tables import READ
from autograder.errors import AuthoringError

SETTINGS = [
    {},
    {"root": "elsewhere"},
    {"root": "/courses/a", "db_url": "postgresql://host/grades"},
    {
        "submitted_directory": "in",
        "autograded_directory": "graded",
        "feedback_directory": "back",
        "directory_structure": "{nbgrader_step}/{assignment_id}/{student_id}",
        "groupshared": True,
        "student_id_exclude": "a,b",
    },
]


@pytest.mark.parametrize("said", SETTINGS)
def test_folders_are_nbgrader_s(said: dict) -> None:
    from nbgrader.coursedir import CourseDirectory

    theirs = CourseDirectory(config=Config(CourseDirectory=said))
    ours = folders_in(Config(CourseDirectory=said))

    assert os.path.abspath(theirs.root) == ours.root
    for name in ("source_directory", "submitted_directory", "autograded_directory"):
        assert getattr(theirs, name) == getattr(ours, name)
    assert theirs.student_id_exclude == ours.student_id_exclude
    assert theirs.groupshared == ours.groupshared
    if "root" not in said or os.path.isabs(said["root"]):
        assert theirs.db_url == ours.db_url
        step = theirs.feedback_directory
        assert theirs.format_path(step, "s [1]", "sums") == str(ours.of(step, "s [1]", "sums"))


def test_the_gradebook_of_the_command_line_comes_first() -> None:
    config = Config(CourseDirectory={"db_url": "sqlite:///a.db"})

    assert "sqlite:///b.db" == folders_in(config, "sqlite:///b.db").db_url


def test_a_setting_that_is_no_folder_is_named() -> None:
    with pytest.raises(AuthoringError, match=r"submitted_directory"):
        folders_in(Config(CourseDirectory={"submitted_directory": 3}))


def test_the_tables_that_are_read_are_nbgrader_s() -> None:
    from nbgrader.api import Base

    theirs = {
        name: {column.name for column in table.columns}
        for name, table in Base.metadata.tables.items()
    }

    for table in READ:
        assert {column.name for column in table.columns} <= theirs[table.name], table.name


@pytest.mark.parametrize("module", ["exporting", "feedback"])
def test_marks_and_feedback_do_without_what_is_slow_to_import(module: str) -> None:
    program = (
        f"import sys, autograder.course.{module}\n"
        "print([name for name in ('nbgrader', 'torch', 'pytest') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert ("[]\n", "") == (done.stdout, done.stderr)
