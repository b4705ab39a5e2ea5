"""`autograder grade` in a course folder: what starts, in which order, and how it ends."""

import contextlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from autograder.cluster.scheduler import Scheduler
from autograder.course.settings import Settings, load_config, settings_in
from autograder.errors import AuthoringError
from autograder.grading import crew
from autograder.grading.events import Ended, Event, WorkerLeftOut
from autograder.grading.job import Context
from autograder.grading.progress import Progress
from autograder.grading.table import Row
from autograder.lean import without_iri_grammar
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.policy import Tier
from autograder.sandbox.process import Zygote

if TYPE_CHECKING:
    from autograder.course.classrun import Workers

__all__ = ["Asked", "Outcome", "grade_class"]


Opened = Callable[[Context, int], "contextlib.AbstractContextManager[Workers]"]


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
    scheduler: Scheduler | None = None
    """Of a cluster, which grades in place of this machine."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a run ended: everyone who is dealt with, in the order of their ids."""

    rows: tuple[Row, ...]
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0 when everyone is graded, 1 when someone is not, 130 after Ctrl-C."""
        if self.interrupted:
            return 130
        return 0 if all(row.graded for row in self.rows) else 1


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
        wanted = _wanted(asked, settings)
        if asked.scheduler is None:
            tier, workers = _on_this_machine(asked, settings, wanted, stack)
        else:
            # Every worker's machine has to confine alike, so that the best here says nothing.
            tier, workers = Tier(wanted or Tier.STRICT), _on_a_cluster(asked.scheduler, told)
        with without_iri_grammar():
            from autograder.course.classrun import ClassRun, Options
            from autograder.course.nbgraders import read_settings

        options = Options(
            assignment=asked.assignment,
            students=asked.students,
            dry_run=asked.dry_run,
            regrade=asked.regrade,
        )
        run = ClassRun(options, settings, read_settings(config, asked.db_url), tier, told)
        run.run(workers)
    rows = tuple(row for _, row in sorted(run.rows.items()))
    see(
        Ended(
            graded=progress.graded,
            ungraded=sum(not row.graded for row in rows),
            up_to_date=progress.up_to_date,
            seconds=round(time.monotonic() - began, 3),
            interrupted=run.interrupted,
            would_grade=progress.would_grade if asked.dry_run else None,
        )
    )
    return Outcome(rows=rows, interrupted=run.interrupted)


def _on_this_machine(
    asked: Asked, settings: Settings, wanted: str, stack: contextlib.ExitStack
) -> tuple[Tier, Opened]:
    """The tier, and processes as workers; what they are forked from is starting already."""
    zygote = None
    if not asked.dry_run:
        crew.warm_up()
    tier = best_tier(wanted)
    if not asked.dry_run:
        zygote = Zygote(settings.limits, tier, hidden=[Path.cwd()])
        stack.callback(zygote.close)
    jobs = asked.jobs or len(os.sched_getaffinity(0))

    def opened(context: Context, submissions: int) -> crew.Crew:
        return crew.Crew(context, min(jobs, max(1, submissions)), zygote)

    return tier, opened


def _on_a_cluster(scheduler: Scheduler, see: Callable[[Event], None]) -> Opened:
    """The cluster's workers; raises `AuthoringError` where the address can't be used."""
    scheduler.check()
    try:
        from autograder.cluster.pool import Cluster
    except ImportError as error:
        raise AuthoringError(
            "grading by a cluster needs Dask's package distributed, which is not here: "
            "pip install 'attention-grading-kit[cluster]'"
        ) from error

    def left_out(worker: str, reason: str) -> None:
        see(WorkerLeftOut(worker=worker, reason=reason))

    def opened(context: Context, _submissions: int) -> Cluster:
        return Cluster(scheduler, context, left_out)

    return opened


def _wanted(asked: Asked, settings: Settings) -> str:
    wanted = asked.confinement or settings.confinement
    if wanted not in ("", *Tier):
        raise AuthoringError(f"there is no confinement {wanted!r}; it is strict, basic or none")
    return wanted
