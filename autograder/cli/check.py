"""`autograder check`: a student's visible checks, without Jupyter."""

import json
from pathlib import Path
from typing import Annotated

import typer

from autograder.errors import AutograderError

__all__ = ["check"]

_CONFINEMENTS = ("", "strict", "basic", "none")


def check(
    notebook: Annotated[
        Path, typer.Argument(help="The notebook, or a folder with one notebook in it.")
    ] = Path("."),
    as_json: Annotated[bool, typer.Option("--json", help="Write the result as JSON.")] = False,
    confinement: Annotated[
        str,
        typer.Option(
            help="strict, basic, or none (a Jupyter kernel); default: the best that works here."
        ),
    ] = "",
) -> None:
    """Run a notebook's visible checks and say what each of them says; for students.

    The notebook is run from top to bottom in a fresh process and is not changed. Exits with 0
    when every visible check passes, with 1 when one does not, and with 2 when nothing was checked.

    For example: `autograder check attention.ipynb`.
    """
    from rich.console import Console

    if confinement not in _CONFINEMENTS:
        raise typer.BadParameter(
            f"{confinement!r} is none of strict, basic, none", param_hint="--confinement"
        )
    from autograder.course.checking import AskedToCheck
    from autograder.course.checking import check as run

    try:
        with Console(stderr=True).status("running the notebook from top to bottom …"):
            checked = run(AskedToCheck(notebook, confinement))
    except AutograderError as error:
        typer.echo(f"autograder: {error}", err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(checked.to_dict(), indent=2, ensure_ascii=False))
    else:
        from autograder.grading.checklist import print_checked

        print_checked(checked, Console())
    if not checked.passed:
        raise typer.Exit(1)
