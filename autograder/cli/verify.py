"""`autograder verify`: the author's check before a release."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["verify"]


def verify(
    assignment: Annotated[
        str, typer.Argument(help="The assignment's name; default: every one in source/.")
    ] = "",
    quick: Annotated[
        bool, typer.Option("--quick", help="Leave out the collected answers and the mutants.")
    ] = False,
    matrix: Annotated[
        bool, typer.Option("--matrix", help="Also show which case fails on which wrong answer.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(help="Write findings and matrix to this file, as one page.")
    ] = None,
    json: Annotated[
        Path | None, typer.Option(help="Write all of it to this file as JSON; - is stdout.")
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(help="Right and wrong answers; default: tests/answers/<assignment>."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, help="Processes that judge; default: one a core, at most 4.")
    ] = 0,
    confinement: Annotated[
        str, typer.Option(help="strict, basic or none; default: the best that works here.")
    ] = "",
) -> None:
    """Check an assignment before its release: solution, stub, cases, mistakes and mutants.

    Exits with 0 when all is well, with 1 when there is something to mend, and with 2 when
    nothing can be verified. With --matrix, --html or --json every case runs on everything,
    which takes longer.

    For example: `autograder verify attention --html verification.html`
    """
    from autograder.authoring.command import Wanted, verify_all
    from autograder.authoring.verifying import Options

    whole = matrix or html is not None or json is not None
    options = Options(quick, answers, whole, workers, confinement)
    if not verify_all(Path(), assignment, options, Wanted(matrix, html, json)):
        raise typer.Exit(1)
