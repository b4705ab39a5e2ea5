"""`autograder feedback`: the pages that students get back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.names import Assignment, Students

if TYPE_CHECKING:
    from autograder.course.feedback import Asked, Pages

__all__ = ["feedback"]


def feedback(
    assignment: Assignment,
    student: Students = None,
    jobs: Annotated[
        int, typer.Option(min=0, help="Pages at a time; 0: as many as there are cores.")
    ] = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Make those that are up to date, too.")
    ] = False,
    zip_for: Annotated[
        str, typer.Option("--zip", help="moodle or canvas: pack the pages as it takes them back.")
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(help="The zip; default: exports/<assignment>-feedback-<system>.zip."),
    ] = None,
    roster: Annotated[
        Path | None, typer.Option(help="Who is in the course; default: roster.csv, if it is there.")
    ] = None,
    db: Annotated[str, typer.Option(help="The gradebook's URL; default: the course's.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print what was made as JSON.")] = False,
) -> None:
    """Make the pages that students get back, in feedback/<student>/<assignment>/.

    Each has the points and what to look at, then the notebook with the cases as sentences and
    comments. Pages that are up to date are left alone. Exits with 0 when everyone who handed in
    has a page, with 1 when someone has none, and with 2 when there is nothing to make pages of.

    For example: `autograder feedback attention --zip moodle`
    """
    from autograder.course.feedback import Asked

    asked = Asked(
        assignment=assignment.strip("/"),
        students=tuple(student or ()),
        jobs=jobs,
        force=force,
        zip_for=zip_for,
        output=output,
        roster=roster,
        db_url=db,
    )
    given = _as_json(asked) if json else _in_the_terminal(asked)
    if not given.complete:
        raise typer.Exit(1)


def _as_json(asked: "Asked") -> "Pages":
    import msgspec

    from autograder.course.feedback import give_feedback

    given = give_feedback(asked)
    typer.echo(msgspec.json.format(msgspec.json.encode(given, enc_hook=str), indent=1))
    return given


def _in_the_terminal(asked: "Asked") -> "Pages":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from autograder.course.feedback import give_feedback
    from autograder.intake.table import one_line

    console = Console()
    columns = (TextColumn("pages"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        bar = progress.add_task("", total=None)
        given = give_feedback(
            asked,
            lambda done, whole: progress.update(bar, completed=done, total=whole, refresh=True),
        )
    for done in given.done:
        if done.why:
            typer.echo(one_line(f"{done.student} has no page: {done.why}"), err=True)
    for name, why in given.without.items():
        typer.echo(one_line(f"{name} has no page: {why}"), err=True)
    for note in given.notes:
        typer.echo(one_line(note), err=True)
    made = sum(len(done.made) for done in given.done)
    kept = sum(len(done.kept) for done in given.done)
    typer.echo(f"{made} pages made, {kept} up to date: feedback/<student>/{asked.assignment}/")
    if given.zip:
        typer.echo(f"{given.zipped} pages for {asked.zip_for}: {given.zip}")
    return given
