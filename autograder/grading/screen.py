"""A run in the terminal: a bar with rate and time left, and a line for each trouble."""

import time
from collections.abc import Callable, Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn
from rich.progress import Progress as Bar
from rich.text import Text

from autograder.grading.events import (
    Ended,
    Event,
    Started,
    Ungraded,
    WorkerLeftOut,
    WouldGrade,
)
from autograder.grading.progress import Progress
from autograder.grading.table import Row, one_line, print_class

__all__ = ["Screen", "print_end"]

_REASON = 300
"""Characters of a reason; the report has all of it."""


class Screen:
    """Shows events; a context manager that leaves the last state of the bar behind."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self.console = console
        self._clock = clock
        self.ended: Ended | None = None
        self._progress = Progress(clock())
        columns = (
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            _Speed(self._progress, clock),
        )
        self._bar = Bar(*columns, console=console, refresh_per_second=5)

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_exception: object) -> None:
        self._bar.stop()

    def see(self, event: Event) -> None:
        """Show an event."""
        self._progress.see(event)
        if isinstance(event, Started):
            what = "would be looked at" if event.dry_run else f"confinement {event.confinement}"
            heading = f"{event.assignment} · {_counted(event.submissions, 'submission')}"
            workers = "" if event.dry_run else f" · {_counted(event.workers, 'worker')}"
            self.console.print(Text(f"{heading}{workers} · {what}"))
            if not event.dry_run:
                self._bar.add_task("", total=event.submissions)
                self._bar.start()
        elif isinstance(event, Ungraded):
            reason = one_line(event.reason.partition("\n\n")[0])  # after it may come a traceback
            short = reason if len(reason) <= _REASON else f"{reason[: _REASON - 1]}…"
            line = f"{one_line(event.student)}  ungraded: {short}"
            self.console.print(Text(line, style="yellow"), soft_wrap=True)
        elif isinstance(event, WorkerLeftOut):
            line = f"worker {one_line(event.worker)} grades nothing: {one_line(event.reason)}"
            self.console.print(Text(line, style="yellow"), soft_wrap=True)
        elif isinstance(event, Ended):
            self.ended = event
        elif isinstance(event, WouldGrade):
            self.console.print(Text(one_line(f"{event.student}  would be graded")))
        for task in self._bar.task_ids:
            self._bar.update(task, completed=self._progress.done)


def print_end(console: Console, assignment: str, rows: Sequence[Row], ended: Ended | None) -> None:
    """The class's table after a run, and what comes next; after a dry run, what it would do."""
    if ended is not None and ended.would_grade is not None:
        console.print(
            f"{ended.would_grade} would be graded, {ended.up_to_date} are up to date; nothing was "
            "changed",
            highlight=False,
            soft_wrap=True,
        )
        return
    if not rows:
        return
    console.print()
    print_class(rows, console)
    if ended is None:
        return
    if ended.interrupted:
        console.print(
            f"stopped; {_counted(ended.graded, 'submission')} graded and kept. Run the command "
            "again to go on.",
            style="yellow",
            highlight=False,
        )
    elif ended.up_to_date:
        console.print(
            f"{ended.up_to_date} of them were up to date (--regrade grades them again)",
            highlight=False,
        )
    by_hand = any(row.by_hand for row in rows)
    steps = [
        (
            "look",
            f"autograder report {assignment} --html report/{assignment}.html",
            "what the class got wrong",
        ),
        ("why", f"autograder replay {assignment} <student>", "what failed cases asked and got"),
        ("grade", "jupyter lab", "then Nbgrader > Formgrader: written answers"),
        ("return", f"autograder feedback {assignment}", "a page for each student"),
    ]
    width = max(len(command) for _, command, _ in steps)
    console.print()
    for name, command, what in steps:
        if name != "grade" or by_hand:
            line = Text.assemble((f"{name:<9}", "bold"), f"{command:<{width}}  {what}".rstrip())
            console.print(line, soft_wrap=True)


class _Speed(ProgressColumn):
    """`6.9/s  0:00:03 left`."""

    def __init__(self, progress: Progress, clock: Callable[[], float]) -> None:
        super().__init__()
        self._progress = progress
        self._clock = clock

    def render(self, task: Task) -> Text:
        now = self._clock()
        left = self._progress.seconds_left(now)
        if left is None:
            return Text("")
        if task.finished:
            return Text(f"{self._progress.rate(now):.1f}/s  {_hours(now - self._progress.began)}")
        return Text(f"{self._progress.rate(now):.1f}/s  {_hours(left)} left")


def _hours(seconds: float) -> str:
    whole = round(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
