"""The command `autograder`: a module for each command, which parses, makes one call and exits."""

import inspect
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from autograder import __version__
from autograder.cli import (
    bundle,
    check,
    collect,
    doctor,
    editions,
    export,
    feedback,
    grade,
    grade_one,
    init,
    replay,
    report,
    status,
    verify,
)
from autograder.errors import AutograderError

__all__ = ["GUIDE", "app", "command_name", "help_of", "main"]

app = typer.Typer(
    help="Grades notebooks on nbgrader, by hidden cases, in a sandbox.\n\n"
    "Commands run in the course's folder, where nbgrader_config.py is. The second group, from top "
    "to bottom, is the way of an assignment from what came in to marks and feedback.",
    epilog="`autograder COMMAND --help` says what a command reads and writes, and how it exits. "
    "`autograder --install-completion` lets the shell complete commands, assignments and students.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=True,
)

GUIDE: dict[str, tuple[Callable[..., None], ...]] = {
    "Begin": (init.init, doctor.doctor),
    "From hand-ins to marks": (
        collect.collect,
        grade.grade,
        status.status,
        report.report,
        feedback.feedback,
        export.export,
    ),
    "Before handing in": (check.check,),
    "Look closer": (replay.replay,),
    "Write assignments": (verify.verify, editions.translate, editions.release),
    "Grade elsewhere": (grade_one.grade_one, bundle.bundle),
}
"""Commands by the heading under which `autograder --help` and docs/cli.md have them."""


def command_name(command: Callable[..., None]) -> str:
    """What is typed for a command."""
    return command.__name__.replace("_", "-")


def help_of(command: Callable[..., None]) -> str:
    """A command's docstring with its paragraphs on one line each, for any width of terminal."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


for panel, commands in GUIDE.items():
    for command in commands:
        app.command(command_name(command), help=help_of(command), rich_help_panel=panel)(command)


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
