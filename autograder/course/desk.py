"""The one place where results are written down: folders, reports, gradebook, journal.

In this order, so that a run which is killed at any moment leaves nothing that is believed and
wrong: the journal's line comes last, and what has none is graded again.
"""

import datetime
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from autograder.course.bookkeeping import Bookkeeper, Entry
from autograder.course.graded_folder import remove_folder, write_folder
from autograder.course.nbgraders import NbgraderSettings
from autograder.course.submissions import Submission
from autograder.grading.job import Result
from autograder.grading.journal import Done, Journal
from autograder.grading.reports import save_report
from autograder.lang.cells import translated_file
from autograder.lang.editions import Editions
from autograder.verdict import Report

__all__ = ["Desk"]

_BATCH = 25
_BATCH_SECONDS = 0.5
"""A batch is written when it is this large or this old."""


@dataclass
class Desk:
    """Takes results in, and writes them down in batches."""

    assignment: str
    settings: NbgraderSettings
    reports: Path
    files: Mapping[str, bytes]
    """The author's files, which lie beside every graded notebook."""
    books: Bookkeeper
    journal: Journal
    editions: Editions = field(default_factory=Editions)
    _entries: list[Entry] = field(default_factory=list)
    _reports: list[Report] = field(default_factory=list)
    _lines: list[Done] = field(default_factory=list)
    _oldest: float = 0.0
    _failed: bool = False
    """The gradebook could not be written; asking it again would only wait once more."""

    def take(self, submission: Submission, result: Result, key: str) -> None:
        """Write a result's files at once, and its grades with the next batch."""
        student = submission.student
        target = self.target(student)
        marks = None
        if result.report.graded and submission.job:
            marks = {name: graded.marks for name, graded in result.notebooks.items()}
            notebooks = {f"{name}.ipynb": one.data for name, one in result.notebooks.items()}
            write_folder(
                target,
                {**submission.job.files, **self._files(result.report.language), **notebooks},
                self.settings.file_mode,
                self.settings.coursedir.groupshared,
            )
        else:
            remove_folder(target)
        save_report(self.reports, result.report)
        self._reports.append(result.report)
        self._entries.append(
            Entry(
                student=student,
                timestamp=submission.timestamp,
                marks=marks,
                missing=submission.missing,
                entered=submission.entered,
            )
        )
        if key and result.lasting:
            now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
            self._lines.append(Done(student=student, key=key, at=now, graded=marks is not None))
        self._oldest = self._oldest or time.monotonic()

    def refuse(self, submission: Submission, report: Report) -> None:
        """Write down a submission that there is no job for; the `report` says why."""
        self.take(submission, Result(report=report), key="")

    def flush(self, *, now: bool = False) -> list[Report]:
        """Write the batch if it is due, or `now`; returns the reports that it was about."""
        due = len(self._entries) >= _BATCH or time.monotonic() - self._oldest >= _BATCH_SECONDS
        if not self._entries or not (now or due) or self._failed:
            return []
        self._failed = True  # until it is known to be otherwise
        self.books.write(self._entries)
        self._entries, self._failed = [], False
        self.journal.add(self._lines)
        self._lines, self._oldest = [], 0.0
        written, self._reports = self._reports, []
        return written

    def _files(self, language: str) -> Mapping[str, bytes]:
        """The author's files as they are released in a language."""
        words = self.editions.lesson_in(language)
        if not words.texts:
            return self.files
        return {name: translated_file(name, data, words) for name, data in self.files.items()}

    def target(self, student: str) -> Path:
        """The folder of a graded submission."""
        coursedir = self.settings.coursedir
        step = coursedir.autograded_directory
        return Path(coursedir.format_path(step, student, self.assignment))
