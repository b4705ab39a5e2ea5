"""The command `autograder`: parse, one call, exit code."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from autograder import __version__
from autograder.errors import AutograderError

__all__ = ["main"]

app = typer.Typer(
    help="Grades notebooks on nbgrader, by hidden cases. Grading is `nbgrader autograde`.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"autograder {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Options that stand before a command."""


@app.command()
def report(
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as attention.")],
    reports: Annotated[Path, typer.Option(help="The folder of reports that grading wrote.")] = Path(
        "reports"
    ),
    submitted: Annotated[
        Path, typer.Option(help="The folder of submissions, to see who has no report.")
    ] = Path("submitted"),
) -> None:
    """Show a graded class: students by tasks, and why points are missing.

    Exits with 0 when everyone is graded and with 1 when someone is not.
    """
    from autograder.grading.reports import load_reports, with_the_missing
    from autograder.grading.table import print_class

    found = with_the_missing(load_reports(reports, assignment), submitted, assignment)
    print_class(found)
    if not all(one.graded for one in found):
        raise typer.Exit(1)


@app.command()
def doctor(
    tier: Annotated[
        str, typer.Option(help="Look at strict or basic alone, not at the best that works.")
    ] = "",
) -> None:
    """Show what this machine enforces on student code, found by trying.

    Exits with 0 when grading will run here and with 1 when it will refuse.
    """
    from autograder.grading.machine import print_machine

    if not print_machine(tier):
        raise typer.Exit(1)


@app.command()
def replay(
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as attention.")],
    student: Annotated[str, typer.Argument(help="The student's id, as in autograded/.")],
    confinement: Annotated[
        str, typer.Option(help="strict, basic or none; default: the best that works here.")
    ] = "",
) -> None:
    """Judge a graded submission again, and show what its failed cases asked and were answered.

    For an instructor's eyes: hidden inputs are shown. Exits with 0 when nothing fails, else 1.
    """
    from autograder.course.replaying import replay_submission

    if replay_submission(assignment, student, confinement):
        raise typer.Exit(1)


def main() -> None:
    """Run the command; errors that have a message are shown as it, without a traceback."""
    try:
        app()
    except AutograderError as error:
        typer.echo(f"autograder: {error}", err=True)
        sys.exit(2)
