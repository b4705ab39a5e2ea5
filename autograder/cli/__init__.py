"""The command `autograder`: a module for each command, which parses, makes one call and exits."""

import sys
from typing import Annotated

import typer

from autograder import __version__
from autograder.cli import (
    bundle,
    collect,
    doctor,
    editions,
    export,
    grade,
    grade_one,
    replay,
    report,
    status,
    verify,
)
from autograder.errors import AutograderError

__all__ = ["app", "main"]

app = typer.Typer(
    help="Grades notebooks on nbgrader, by hidden cases.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)

for command in (
    collect.collect,
    grade.grade,
    grade_one.grade_one,
    status.status,
    report.report,
    export.export,
    doctor.doctor,
    replay.replay,
    verify.verify,
    bundle.bundle,
    editions.translate,
    editions.release,
):
    app.command(command.__name__.replace("_", "-"))(command)


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


def main() -> None:
    """Run the command; errors that have a message are shown as it, without a traceback."""
    try:
        app()
    except AutograderError as error:
        typer.echo(f"autograder: {error}", err=True)
        sys.exit(2)
