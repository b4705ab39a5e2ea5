"""`autograder init`: a course folder with a lesson of the kit, ready to be released."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import autograder
from autograder.errors import AuthoringError
from autograder.sandbox.policy import described

__all__ = ["CONFIG", "configuration", "lessons", "start_course"]

CONFIG = "nbgrader_config.py"
_IGNORED = (
    "submitted/", "autograded/", "feedback/", "reports/", "report/", "exports/", "gradebook.db",
    ".autograder/", ".nbgrader.log", ".ipynb_checkpoints/", "roster.csv",
)  # fmt: skip
"""What must not come into a public repository: students' work and names."""
_KIT = Path(autograder.__file__).parent
_NOT_COPIED = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")


def lessons() -> list[str]:
    """The lessons that a course can start with, by name."""
    found = (path.parent.name for path in _sources().glob("*/*.ipynb"))
    return sorted({name for name in found if (_KIT / "cases" / name).is_dir()})


def _sources() -> Path:
    """Where the lessons are: in an installed kit, or in the repository that it runs from."""
    installed = _KIT / "lessons"
    return installed if installed.is_dir() else _KIT.parent / "source"


def start_course(folder: Path, wanted: Sequence[str], course_id: str = "") -> list[Path]:
    """Make the course in `folder`, which must not be there or be empty; returns what it holds.

    Raises `AuthoringError` where something is in the way or a lesson isn't known.
    """
    known = lessons()
    if not known:
        raise AuthoringError(
            "this installation has lost its lessons; install the kit again, with "
            "`pip install --force-reinstall`"
        )
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        raise AuthoringError(
            f"there is no lesson {', '.join(unknown)}; there are {', '.join(known)}"
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise AuthoringError(
            f"{folder} is there and not empty, and nothing of yours is overwritten; name a folder "
            "that is new or empty"
        )
    sources = _sources()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in wanted:
            shutil.copytree(sources / name, folder / "source" / name, ignore=_NOT_COPIED)
            for catalogue in sources.glob(f"{name}.*.po"):
                shutil.copy(catalogue, folder / "source")
        text = configuration(course_id or folder.resolve().name)
        (folder / CONFIG).write_text(text, encoding="utf-8")
        (folder / ".gitignore").write_text("\n".join(_IGNORED) + "\n", encoding="utf-8")
    except OSError as error:
        raise AuthoringError(
            f"{error.filename or folder} can't be written ({error.strerror}); name another folder"
        ) from error
    return [folder / CONFIG, *(folder / "source" / name for name in wanted)]


def configuration(course_id: str) -> str:
    """The text of `nbgrader_config.py` with every setting of the kit's, at its default."""
    limits = "".join(
        f"# {text}\n# c.SubmissionExporter.{name} = {default!r}\n"
        for name, (_, default, text) in described().items()
    )
    return _CONFIGURATION.format(course_id=course_id, limits=limits)


_CONFIGURATION = '''\
"""The course's settings, for nbgrader's commands and for `autograder`.

A line that is commented out stands at its default: take the `#` away to change it. What nbgrader
knows works here too: https://nbgrader.readthedocs.io/en/stable/configuration/config_options.html
"""

from autograder.course import configure

c = get_config()  # noqa: F821  (nbgrader defines it)
configure(c)  # sandbox, hidden cases and feedback pages; has to stand before what changes them

# The course, as nbgrader's exchange calls it.
c.CourseDirectory.course_id = {course_id!r}

# The gradebook; PostgreSQL for several people at a time: "postgresql://user:password@host/name".
# c.CourseDirectory.db_url = "sqlite:///gradebook.db"

# The folders of the steps, and students to leave out, with commas between.
# c.CourseDirectory.submitted_directory = "submitted"
# c.CourseDirectory.autograded_directory = "autograded"
# c.CourseDirectory.feedback_directory = "feedback"
# c.CourseDirectory.student_id_exclude = ""

# Late submissions: a plugin of yours says what is taken off, as nbgrader's documentation has it.
# c.AssignLatePenalties.plugin_class = "nbgrader.plugins.LateSubmissionPlugin"

# strict, basic or none; "" takes the best that works here (`autograder doctor`), basic at least.
# c.SubmissionExporter.confinement = ""

# Hidden cases: a folder with one for each assignment; "" is cases/ here, then the kit's own.
# c.SubmissionExporter.cases_directory = ""

# Where everything that is known about each submission is written.
# c.SubmissionExporter.reports_directory = "reports"

# Run notebooks that are not Python by nbgrader's Execute, with no sandbox around them.
# c.SubmissionExporter.run_other_kernels_unconfined = False

# Limits on student code, all of a submission unless it says otherwise.
#
{limits}'''
