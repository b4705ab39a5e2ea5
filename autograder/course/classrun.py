"""`autograder grade`: a class, from the folder of submissions to reports and gradebook.

Theory of operation
-------------------
This process reads submissions, hands them to workers (`grading.crew`, or `autograder.cluster`),
and alone writes what comes back (`course.desk`). It imports neither torch nor pytest. nbgrader is
imported while the workers' parent and the zygote import theirs: see `course.grading`.
"""

import contextlib
import fcntl
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from autograder.course.bookkeeping import Bookkeeper
from autograder.course.cases import editions_of, find_cases, find_mistakes
from autograder.course.desk import Desk
from autograder.course.given import given_out
from autograder.course.nbgraders import NbgraderSettings
from autograder.course.settings import Settings
from autograder.course.submissions import Submission, author_files, handed_in, read_submission
from autograder.errors import AuthoringError, SandboxError
from autograder.grading import fingerprint
from autograder.grading.events import Event, Started, UpToDate, WouldGrade, of_report
from autograder.grading.job import Context, Job
from autograder.grading.journal import Journal
from autograder.grading.pool import Pool, Work, scheduled
from autograder.grading.reports import load_report
from autograder.grading.table import Row, row_of
from autograder.sandbox.policy import Tier
from autograder.verdict import Report

__all__ = ["ClassRun", "Options", "Workers"]

_FOLDER = ".autograder"
"""In the course's folder: a journal for each assignment, and the lock."""


@dataclass(frozen=True)
class Options:
    """What `autograder grade` was asked for."""

    assignment: str
    students: tuple[str, ...] = ()
    dry_run: bool = False
    regrade: bool = False


class Workers(Pool, Protocol):
    """Where submissions are graded."""

    @property
    def work(self) -> Work:
        """What its executor is given to do; it needs nothing of this process."""
        ...


@dataclass
class ClassRun:
    """One run over a class; `see` is told what happens."""

    options: Options
    settings: Settings
    nbgrader: NbgraderSettings
    tier: Tier
    see: Callable[[Event], None]
    rows: dict[str, Row] = field(default_factory=dict)
    """By student: everyone who is dealt with, in this run or before."""
    interrupted: bool = False
    _under_way: dict[str, tuple[Submission, str]] = field(default_factory=dict)

    def run(self, workers: Callable[[Context, int], AbstractContextManager[Workers]]) -> None:
        """Grade whoever is new or changed; `workers(context, submissions)` opens where.

        Raises `AuthoringError` where the course, and `SandboxError` where the machine has to be
        mended first; what is graded until then is kept.
        """
        name, coursedir = self.options.assignment, self.nbgrader.coursedir
        folders = self._folders()
        penalty = self.nbgrader.penalty
        with contextlib.ExitStack() as stack:
            stack.enter_context(_alone(Path(coursedir.root) / _FOLDER))
            books = stack.enter_context(Bookkeeper(coursedir.db_url, name, penalty=penalty))
            journal = stack.enter_context(_journal(Path(coursedir.root) / _FOLDER, name))
            context = self._context(books)
            _check_language(context)
            desk = Desk(
                assignment=name,
                settings=self.nbgrader,
                reports=Path(self.settings.reports_directory),
                files=context.files,
                editions=context.editions,
                books=books,
                journal=journal,
            )
            self._up_to_date = _UpToDate(context, journal, books, desk)
            jobs = self._jobs(folders, context, desk)
            started = Started(
                assignment=name,
                submissions=len(folders),
                workers=0,
                confinement=str(self.tier),
                dry_run=self.options.dry_run,
            )
            if self.options.dry_run:
                self.see(started)
                for job in jobs:
                    self.see(WouldGrade(student=job.student))
                return
            pool = stack.enter_context(workers(context, len(folders)))
            self.see(replace(started, workers=pool.workers))
            self._grade(jobs, pool, desk)

    def _grade(self, jobs: Iterator[Job], pool: Workers, desk: Desk) -> None:
        try:
            for result in scheduled(jobs, pool, pool.work, self.options.assignment):
                if result is not None:
                    submission, key = self._under_way.pop(result.report.student)
                    desk.take(submission, result, self._up_to_date.full_key(key, result.report))
                self._told(desk.flush())
        except KeyboardInterrupt:
            self.interrupted = True
            pool.discard()
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            raise SandboxError(
                f"can't write {place}{error.strerror or error}. What is graded is kept; mend that, "
                "and run the command again"
            ) from error
        finally:
            with contextlib.suppress(OSError, SandboxError):  # the first fault is the one to tell
                self._told(desk.flush(now=True))

    def _jobs(self, folders: Mapping[str, Path], context: Context, desk: Desk) -> Iterator[Job]:
        """Jobs for whoever is new or changed; the others are dealt with on the way."""
        known = None if self.nbgrader.create_students else desk.books.students()
        for student, folder in folders.items():
            submission = read_submission(
                self.nbgrader.coursedir, student, folder, context.authored, context.limits
            )
            if known is not None and student not in known:
                reason = f"no student {student!r} is in the gradebook; enter the student there"
                submission = Submission(student, reason=reason, entered=False)
            if submission.job is None:
                report = Report(
                    assignment=context.assignment, student=student, reason=submission.reason
                )
                if self.options.dry_run:
                    self._told([report])
                else:
                    desk.refuse(submission, report)
                    self._told(desk.flush())
                continue
            key = self._up_to_date.key(submission.job)
            before = None if self.options.regrade else self._up_to_date.report(student, key)
            if before is not None:
                self.rows[student] = row_of(before)
                self.see(UpToDate(student=student))
                continue
            self._under_way[student] = submission, key
            yield submission.job

    def _told(self, written: list[Report]) -> None:
        for report in written:
            self.rows[report.student] = row_of(report)
            self.see(of_report(report))

    def _folders(self) -> dict[str, Path]:
        coursedir, name = self.nbgrader.coursedir, self.options.assignment
        found = dict(handed_in(coursedir, name))
        wanted = self.options.students or tuple(found)
        unknown = [student for student in wanted if student not in found]
        where = coursedir.format_path(coursedir.submitted_directory, "*", name)
        if unknown:
            raise AuthoringError(
                f"{', '.join(unknown)} handed in nothing: there is no such folder in {where}"
            )
        if not found:
            raise AuthoringError(
                f"there is nothing to grade in {where}. Mend the assignment's name, or put the "
                "submissions there (`nbgrader collect` or `nbgrader zip_collect` does)"
            )
        return {student: found[student] for student in wanted}

    def _context(self, books: Bookkeeper) -> Context:
        name, coursedir = self.options.assignment, self.nbgrader.coursedir
        files = author_files(coursedir, name, self.nbgrader.keep_files(name))
        return Context(
            assignment=name,
            authored={
                notebook: authored.received_as(given_out(coursedir, name, notebook))
                for notebook, authored in books.authored.items()
            },
            cases=find_cases(name, self.settings.cases_directory),
            mistakes=find_mistakes(name),
            editions=editions_of(name, self.nbgrader.coursedir.config),
            limits=self.settings.limits,
            tier=self.tier,
            hidden=(Path.cwd(),),
            outputs=self.nbgrader.outputs,
            files={path: source.read_bytes() for path, source in files.items()},
        )


class _UpToDate:
    """Which submissions need no grading, by fingerprint and by what lies in the course."""

    def __init__(self, context: Context, journal: Journal, books: Bookkeeper, desk: Desk) -> None:
        self._run = fingerprint.of_run(context)
        self._mistakes = fingerprint.of_mistakes(context)
        self._journal, self._desk = journal, desk
        self._entered = books.entered()

    def key(self, job: Job) -> str:
        """The fingerprint of a submission, but for the named mistakes."""
        return fingerprint.of_job(job, self._run)

    def full_key(self, key: str, report: Report) -> str:
        """With the mistakes, where they could change the report."""
        return key if report.passed else f"{key}:{self._mistakes}"

    def report(self, student: str, key: str) -> Report | None:
        """The report on a submission that is up to date."""
        last = self._journal.last(student)
        if last is None or last.key not in (key, f"{key}:{self._mistakes}"):
            return None
        if student not in self._entered or last.graded != self._desk.target(student).exists():
            return None  # somebody has removed what was made
        try:
            return load_report(self._desk.reports, self._desk.assignment, student)
        except AuthoringError:
            return None


def _check_language(context: Context) -> None:
    for notebook in context.authored.values():
        if notebook.language != "python":
            raise AuthoringError(
                f"the kernel of {notebook.name} is {notebook.language}, and the sandbox speaks "
                "Python alone. Use `nbgrader autograde`; docs/sandbox.md says how"
            )


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the course's lock; raises `AuthoringError` where another run has it."""
    try:
        folder.mkdir(exist_ok=True)
        lock = (folder / "lock").open("a")
    except OSError as error:
        raise AuthoringError(
            f"can't write in {folder.parent} ({error.strerror}): reports and grades are kept "
            "there. Mend its permissions, and run the command again"
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise AuthoringError(
                "another `autograder grade` is at work in this course; wait until it ends"
            ) from error
        yield


def _journal(folder: Path, assignment: str) -> Journal:
    try:
        return Journal(folder / f"{assignment}.jsonl")
    except OSError as error:
        raise AuthoringError(
            f"can't write the journal in {folder} ({error.strerror}); mend its permissions"
        ) from error
