"""What was handed in, read as nbgrader's autograde does and in the same order of complaints."""

import datetime
import fnmatch
import glob
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.utils import find_all_files

from autograder.course.files import check_timestamp, files_beside, links_in, no_link, no_link_to
from autograder.errors import SubmissionError
from autograder.grading.job import Job
from autograder.grading.reports import why_missing
from autograder.notebook import read_bytes
from autograder.sandbox.policy import Limits

__all__ = ["Submission", "author_files", "handed_in", "read_submission"]


@dataclass(frozen=True)
class Submission:
    """A submission as it was read: a job, or the reason why there is none.

    `missing` are the assignment's notebooks that are not there. `entered` says whether
    nbgrader would enter it in the gradebook before it finds out what is wrong.
    """

    student: str
    job: Job | None = None
    reason: str = ""
    timestamp: datetime.datetime | None = None
    missing: tuple[str, ...] = ()
    entered: bool = True


def handed_in(coursedir: Any, assignment: str) -> Iterator[tuple[str, Path]]:
    """Students and their folders, in the order of their ids, as `c.CourseDirectory` lays it out.

    Ids are taken as they are: brackets in one are no pattern.
    """
    excluded = set(filter(None, coursedir.student_id_exclude.split(",")))
    step = coursedir.submitted_directory
    escaped = re.escape(assignment)
    pattern = coursedir.format_path(re.escape(step), "(?P<student>[^/]+)", escaped, escape=True)
    wildcard = coursedir.directory_structure.format(
        nbgrader_step=glob.escape(step), student_id="*", assignment_id=glob.escape(assignment)
    )
    found = {}
    for name in glob.glob(os.path.join(glob.escape(coursedir.root), wildcard)):
        match = re.fullmatch(pattern, name)
        wanted = match and fnmatch.fnmatchcase(match["student"], coursedir.student_id)
        if match and wanted and match["student"] not in excluded and os.path.isdir(name):
            # A folder's name need not be UTF-8, and everything else has to be.
            student = match["student"].encode("utf-8", "backslashreplace").decode()
            found[student] = Path(name)
    yield from sorted(found.items())


def read_submission(
    coursedir: Any, student: str, folder: Path, known: Collection[str], limits: Limits
) -> Submission:
    """A submission with its files' bytes; `known` are the names of the assignment's notebooks."""
    if student not in str(folder):
        reason = "its folder's name is not UTF-8; rename the folder, and grade again"
        return Submission(student, reason=reason, entered=False)
    names = sorted(path.stem for path in folder.glob("*.ipynb"))
    if not names:
        return Submission(student, reason=why_missing(folder), entered=False)
    try:
        check_timestamp(folder, coursedir.get_existing_timestamp)
        no_link_to(folder)
    except SubmissionError as error:
        return Submission(student, reason=str(error), entered=False)
    timestamp = coursedir.get_existing_timestamp(str(folder))
    missing = tuple(sorted(set(known) - set(names)))
    try:
        job = _job(coursedir, student, folder, sorted(set(known) & set(names)), limits)
    except SubmissionError as error:
        return Submission(student, reason=str(error), timestamp=timestamp, missing=missing)
    except OSError as error:
        reason = f"{error.filename} can't be read ({error.strerror}); mend that, and grade again"
        return Submission(student, reason=reason, timestamp=timestamp, missing=missing)
    return Submission(student, job, timestamp=timestamp, missing=missing)


def author_files(coursedir: Any, assignment: str, excluded: Collection[str]) -> dict[str, Path]:
    """The files beside the source notebooks, by relative path: they replace the student's."""
    folder = coursedir.format_path(coursedir.source_directory, ".", assignment)
    found = find_all_files(folder, [*coursedir.ignore, "*.ipynb"])
    names = {os.path.relpath(path, folder): Path(path) for path in found}
    return {name: path for name, path in sorted(names.items()) if name not in set(excluded)}


def _job(coursedir: Any, student: str, folder: Path, names: Collection[str], limits: Limits) -> Job:
    if not names:
        raise SubmissionError(why_missing(folder))
    notebooks = {}
    for name in names:
        path = folder / f"{name}.ipynb"
        no_link(path)
        notebooks[name] = read_bytes(path)
    links = [str(path.relative_to(folder)) for path in links_in(folder)]
    files, left_out = files_beside(folder, limits)
    taken = {
        os.path.relpath(path, folder)
        for path in find_all_files(str(folder), [*coursedir.ignore, "*.ipynb"])
    }
    left_out = [*links, *(name for name in left_out if name not in {ascii(n) for n in links})]
    return Job(
        student=student,
        notebooks=notebooks,
        files={name: data for name, data in files.items() if name in taken},
        left_out=tuple(left_out),
    )
