"""`autograder export`: marks, as other systems take them in."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.names import Assignment, Students

__all__ = ["export"]


def export(
    assignment: Assignment,
    to: Annotated[
        str,
        typer.Option(help="csv, json, junit, canvas, moodle, gradescope or prairielearn."),
    ],
    download: Annotated[
        Path | None,
        typer.Option(
            "--from", help="Canvas's gradebook export or Moodle's grading worksheet, to fill in."
        ),
    ] = None,
    column: Annotated[str, typer.Option(help="The column of it to fill in, by its heading.")] = "",
    roster: Annotated[
        Path | None, typer.Option(help="Who is in the course; default: roster.csv, if it is there.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="The file, or the folder for gradescope and prairielearn; default: in exports/."
        ),
    ] = None,
    student: Students = None,
    finished_only: Annotated[
        bool,
        typer.Option("--finished-only", help="Leave out marks that wait for a person's points."),
    ] = False,
    db: Annotated[str, typer.Option(help="The gradebook's URL; default: the course's.")] = "",
) -> None:
    """Write the class's marks from the gradebook for another system; the docs have each format.

    Who has no mark (missing, ungraded, changed after grading) is said, and is never a 0. Exits
    with 0 when everyone has a mark, with 1 when someone has not, and with 2 when nothing can be
    written.

    For example: `autograder export attention --to canvas --from gradebook-export.csv`
    """
    from autograder.course.exporting import Asked
    from autograder.course.exporting import export as write
    from autograder.intake.table import one_line

    done = write(
        Asked(
            assignment=assignment.strip("/"),
            to=to,
            download=download,
            column=column,
            roster=roster,
            output=output,
            students=tuple(student or ()),
            finished_only=finished_only,
            db_url=db,
        )
    )
    for note in done.notes:
        typer.echo(one_line(note), err=True)
    typer.echo(f"{done.marks} marks: {done.path}")
    if not done.complete:
        raise typer.Exit(1)
