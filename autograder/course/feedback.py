"""`autograder feedback`: a class's pages, made in parallel, and zipped for an LMS where wanted."""

import multiprocessing
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import msgspec

from autograder.course.cases import editions_of
from autograder.course.folders import Folders, folders_in
from autograder.course.given_marks import read_marks
from autograder.course.page import PageDone, PageJob, is_our_page, make_pages
from autograder.course.settings import load_config, settings_in
from autograder.course.standing import class_standing
from autograder.errors import AuthoringError, SandboxError
from autograder.exports.returned import Parcel, zipped
from autograder.grading.given import NotebookMarks
from autograder.intake.status import Standing, State
from autograder.lang.editions import Editions

__all__ = ["Asked", "Pages", "give_feedback"]

_FEW = 4
"""Students for whom it is not worth to start processes."""
_CHUNK = 5


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The command line of `autograder feedback`."""

    assignment: str
    students: tuple[str, ...] = ()
    jobs: int = 0
    force: bool = False
    zip_for: str = ""
    output: Path | None = None
    roster: Path | None = None
    db_url: str = ""


class Pages(msgspec.Struct, frozen=True, kw_only=True):
    """What was made. `without` has a sentence for each who should have a page and has none."""

    done: tuple[PageDone, ...]
    without: Mapping[str, str]
    notes: tuple[str, ...] = ()
    zip: Path | None = None
    zipped: int = 0

    @property
    def complete(self) -> bool:
        """Everyone who handed something in has a page, and is in the zip if there is one."""
        return not self.without and not any(done.why for done in self.done) and not self.notes


def give_feedback(
    asked: Asked, see: Callable[[int, int], None] = lambda _done, _all: None
) -> Pages:
    """Make the pages; `see` is told how many students are done, of how many.

    Raises `AuthoringError` where there is nothing to make pages of.
    """
    config = load_config(Path.cwd())
    folders = folders_in(config, asked.db_url)
    reports = Path(folders.root, settings_in(config).reports_directory)
    marks = read_marks(folders.db_url, asked.assignment, asked.students)
    standings = _standings(asked, folders, reports)
    editions = editions_of(asked.assignment, config)
    jobs = _jobs(asked, folders, reports, marks, standings, editions)
    if not jobs:
        raise AuthoringError(_nothing(asked, folders, standings))
    done = []
    for one in _made(jobs, asked.jobs or os.cpu_count() or 1):
        done.append(one)
        see(len(done), len(jobs))
    without = _without(folders, asked, standings, {job.student for job in jobs})
    notes = [
        f"{one.student} handed in again after grading; the page is about the older submission. "
        f"Run `autograder grade {asked.assignment}`, then this again"
        for one in standings.values()
        if one.state is State.STALE and any(job.student == one.student for job in jobs)
    ]
    given = Pages(done=tuple(done), without=without, notes=tuple(notes))
    return _zip(asked, folders, given) if asked.zip_for else given


def _standings(asked: Asked, folders: Folders, reports: Path) -> dict[str, Standing]:
    try:
        found = class_standing(
            asked.assignment, Path(folders.root, folders.submitted_directory), reports, asked.roster
        )
    except AuthoringError:  # nobody is known by folders; the gradebook may know more
        return {}
    return {
        one.student: one for one in found if not asked.students or one.student in asked.students
    }


def _jobs(
    asked: Asked,
    folders: Folders,
    reports: Path,
    marks: Mapping[tuple[str, str], NotebookMarks],
    standings: Mapping[str, Standing],
    editions: Editions,
) -> list[PageJob]:
    """A job for everyone with a graded notebook, in the order of their ids."""
    excluded = set(filter(None, folders.student_id_exclude.split(",")))
    by_student: dict[str, dict[str, NotebookMarks]] = {}
    for (student, notebook), one in sorted(marks.items()):
        standing = standings.get(student)
        graded = folders.of(folders.autograded_directory, student, asked.assignment)
        refused = standing is not None and standing.state is State.UNGRADED
        if student not in excluded and not refused and (graded / f"{notebook}.ipynb").is_file():
            by_student.setdefault(student, {})[notebook] = one
    return [
        PageJob(
            assignment=asked.assignment,
            student=student,
            graded=folders.of(folders.autograded_directory, student, asked.assignment),
            target=folders.of(folders.feedback_directory, student, asked.assignment),
            report=reports / asked.assignment / f"{student}.json",
            marks=notebooks,
            editions=editions,
            file_mode=0o664 if folders.groupshared else 0o644,
            force=asked.force,
        )
        for student, notebooks in by_student.items()
    ]


def _made(jobs: Sequence[PageJob], processes: int) -> Iterable[PageDone]:
    """The jobs, done. The first is done here, so that every process inherits what it rendered."""
    yield make_pages(jobs[0])
    rest = jobs[1:]
    if processes < 2 or len(rest) < _FEW:
        yield from map(make_pages, rest)
        return
    workers = min(processes, -(-len(rest) // _CHUNK))
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork")) as pool:
        try:
            yield from pool.map(make_pages, rest, chunksize=_CHUNK)
        except BrokenProcessPool as error:
            raise SandboxError(
                "a process that makes pages was killed, for want of memory perhaps. What is made "
                "is kept: run the command again, with --jobs 1 if it happens again"
            ) from error


def _without(
    folders: Folders, asked: Asked, standings: Mapping[str, Standing], have: set[str]
) -> dict[str, str]:
    """Who handed something in and has no page, and why; an old page of theirs goes."""
    found = {}
    for student in sorted(standings.keys() - have):
        standing = standings[student]
        if standing.state is State.MISSING:
            continue
        why = standing.why.partition("\n")[0]
        if standing.state is not State.UNGRADED:
            why = f"run `autograder grade {asked.assignment}` first"
        found[student] = f"{standing.state}: {why}" if why else str(standing.state)
        for page in _old_pages(folders, student, asked.assignment):
            page.unlink()
            found[student] += f" ({page.name} of an earlier submission is removed)"
    return found


def _old_pages(folders: Folders, student: str, assignment: str) -> list[Path]:
    folder = folders.of(folders.feedback_directory, student, assignment)
    return sorted(page for page in folder.glob("*.html") if is_our_page(page))


def _nothing(asked: Asked, folders: Folders, standings: Mapping[str, Standing]) -> str:
    whom = f" of {', '.join(asked.students)}" if asked.students else ""
    reasons = [f"{one.student} is {one.state}" for one in standings.values()][:3]
    place = Path(folders.root, folders.autograded_directory)
    return (
        f"there is no graded notebook{whom} of {asked.assignment} in {place}"
        f"{' (' + '; '.join(reasons) + ')' if reasons else ''}; run "
        f"`autograder grade {asked.assignment}` first"
    )


def _zip(asked: Asked, folders: Folders, given: Pages) -> Pages:
    """The same, with the pages packed as the LMS takes them back."""
    path = asked.output or Path("exports", f"{asked.assignment}-feedback-{asked.zip_for}.zip")
    pages = {one.student: (*one.kept, *one.made) for one in given.done}
    parcel: Parcel = zipped(
        asked.zip_for,
        path,
        pages,
        Path(folders.root, folders.submitted_directory),
        asked.assignment,
        asked.roster,
    )
    notes = (*given.notes, *parcel.notes)
    return msgspec.structs.replace(given, notes=notes, zip=path, zipped=parcel.files)
