"""`autograder doctor`: what this machine enforces."""

from typing import Annotated

import typer

__all__ = ["doctor"]


def doctor(
    tier: Annotated[
        str, typer.Option(help="Look at strict or basic alone, not at the best that works.")
    ] = "",
) -> None:
    """Show what this machine enforces on student code, found by trying.

    Exits with 0 when grading will run here and with 1 when it will refuse.

    For example: `autograder doctor --tier basic`
    """
    from autograder.grading.machine import print_machine

    if not print_machine(tier):
        raise typer.Exit(1)
