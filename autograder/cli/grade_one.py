"""`autograder grade-one`: one submission, in a pipeline."""

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from autograder.cli.grade import with_limits
from autograder.errors import AutograderError, SandboxError

__all__ = ["grade_one"]

_OURS = 3


@with_limits
def grade_one(
    notebook: Annotated[
        Path, typer.Argument(help="The notebook, or the folder of a submission that holds it.")
    ],
    assignment: Annotated[str, typer.Option(help="The assignment's name, such as attention.")],
    to: Annotated[str, typer.Option(help="json, junit or gradescope.")] = "json",
    output: Annotated[
        Path | None, typer.Option(help="The file to write; default: standard output.")
    ] = None,
    source: Annotated[
        Path | None,
        typer.Option(
            help="The source notebook, or its folder; default: source/<assignment>/ here or above."
        ),
    ] = None,
    student: Annotated[
        str, typer.Option(help="Who it is: random inputs of the cases are drawn from it.")
    ] = "student",
    confinement: Annotated[
        str, typer.Option(help="strict, basic or none; default: the best that works here.")
    ] = "",
    *,
    limits: Mapping[str, Any],
) -> None:
    """Grade one submission without a gradebook, and write the result for a pipeline.

    Exits with 0 when it is graded, whatever the points, with 1 when it is ungraded, with 2 when
    the command line or the assignment has to be mended, and with 3 when the machine has to.

    For example: `autograder grade-one attention.ipynb --assignment attention --to junit`
    """
    from autograder.exports.single import SINGLE, write_single

    if to not in SINGLE:
        raise typer.BadParameter(f"{to!r} is none of {', '.join(SINGLE)}", param_hint="--to")
    try:
        from autograder.course.single import AskedOne
        from autograder.course.single import grade_one as judge

        asked = AskedOne(
            notebook=notebook,
            assignment=assignment.strip("/"),
            student=student,
            source=source,
            confinement=confinement,
            limits=limits,
        )
        mark = judge(asked)
        text = write_single(mark, to, output)
    except AutograderError as error:
        typer.echo(f"autograder: {error}", err=True)
        raise typer.Exit(_OURS if isinstance(error, SandboxError) else 2) from error
    except Exception as error:  # a fault of the kit, which is never a student's 0
        traceback.print_exc()
        raise typer.Exit(_OURS) from error
    typer.echo(text, nl=False)
    if mark.report and mark.report.confinement.startswith("none"):
        typer.echo("autograder: the student's code ran unconfined, as you asked", err=True)
    if mark.score is None:
        typer.echo(f"autograder: ungraded: {mark.why}", err=True)
        raise typer.Exit(1)
