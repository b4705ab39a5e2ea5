"""`autograder grade` in a course folder: what starts, in which order, and how it ends."""

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from autograder.course.settings import load_config, settings_in
from autograder.errors import AuthoringError
from autograder.grading import crew
from autograder.grading.events import Ended, Event
from autograder.grading.progress import Progress
from autograder.lean import without_iri_grammar
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.policy import Tier
from autograder.sandbox.process import Zygote
from autograder.verdict import Report

__all__ = ["Asked", "Outcome", "grade_class"]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The command line of `autograder grade`."""

    assignment: str
    students: tuple[str, ...] = ()
    jobs: int = 0
    limits: Mapping[str, Any] = {}
    confinement: str = ""
    dry_run: bool = False
    regrade: bool = False
    db_url: str = ""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a run ended: everyone's report who is dealt with, in the order of their ids."""

    reports: tuple[Report, ...]
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0 when everyone is graded, 1 when someone is not, 130 after Ctrl-C."""
        if self.interrupted:
            return 130
        return 0 if all(report.graded for report in self.reports) else 1


def grade_class(asked: Asked, see: Callable[[Event], None]) -> Outcome:
    """Grade a class in the course of the working folder; `see` is told what happens.

    Raises `AuthoringError` and `SandboxError`. Torch's imports, the zygote's above all, take
    seconds and go on in processes of their own while this one imports nbgrader.
    """
    began = time.monotonic()
    progress = Progress(began)

    def told(event: Event) -> None:
        progress.see(event)
        see(event)

    config = load_config(Path.cwd())
    settings = settings_in(config, **asked.limits)
    with contextlib.ExitStack() as stack:
        # As nbgrader does: paths in the configuration are relative to the course's folder.
        stack.enter_context(contextlib.chdir(config.CourseDirectory.get("root") or Path.cwd()))
        if not asked.dry_run:
            crew.warm_up()
        tier = _tier(asked.confinement or settings.confinement)
        zygote = None
        if not asked.dry_run:
            zygote = Zygote(settings.limits, tier, hidden=[Path.cwd()])
            stack.callback(zygote.close)
        with without_iri_grammar():
            from autograder.course.classrun import ClassRun, Options
            from autograder.course.nbgraders import read_settings

        options = Options(
            assignment=asked.assignment,
            students=asked.students,
            jobs=asked.jobs or len(os.sched_getaffinity(0)),
            dry_run=asked.dry_run,
            regrade=asked.regrade,
        )
        run = ClassRun(options, settings, read_settings(config, asked.db_url), tier, told)
        run.run(zygote)
    reports = tuple(report for _, report in sorted(run.reports.items()))
    see(
        Ended(
            graded=progress.graded,
            ungraded=sum(not report.graded for report in reports),
            up_to_date=progress.up_to_date,
            seconds=round(time.monotonic() - began, 3),
            interrupted=run.interrupted,
            would_grade=progress.would_grade if asked.dry_run else None,
        )
    )
    return Outcome(reports=reports, interrupted=run.interrupted)


def _tier(wanted: str) -> Tier:
    if wanted not in ("", *Tier):
        raise AuthoringError(f"there is no confinement {wanted!r}; it is strict, basic or none")
    return best_tier(wanted)
