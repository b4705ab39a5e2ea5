"""`autograder bundle`: an assignment, packed for where submissions are judged one by one."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.names import Assignment
from autograder.errors import AuthoringError

__all__ = ["bundle"]


def bundle(
    kind: Annotated[str, typer.Argument(help="What for: gradescope.")],
    assignment: Assignment,
    output: Annotated[
        Path | None, typer.Option(help="The zip; default: exports/<assignment>-gradescope.zip.")
    ] = None,
) -> None:
    """Pack kit, source, cases and mistakes of an assignment into Gradescope's autograder zip.

    It holds the solution and the hidden cases: give it to nobody but Gradescope.

    For example: `autograder bundle gradescope attention`
    """
    from autograder.course.bundle import bundle_gradescope

    if kind != "gradescope":
        raise AuthoringError(f"there is no bundle for {kind!r}; there is one for gradescope")
    path = output or Path("exports", f"{assignment}-gradescope.zip")
    files = bundle_gradescope(assignment.strip("/"), path)
    typer.echo(f"{len(files)} files, solution and hidden cases among them: {path}")
    typer.echo("upload it as the assignment's autograder; docs/pipelines.md says what to expect")
