"""`autograder collect`: what an LMS hands over, into submitted/."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.names import Assignment

__all__ = ["collect"]


def collect(
    assignment: Assignment,
    paths: Annotated[
        list[Path], typer.Argument(help="Downloads: archives, folders or files.", metavar="PATH...")
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--from",
            help="canvas, moodle, gradescope, github, nbgrader or folder; default: as it looks.",
        ),
    ] = "",
    roster: Annotated[
        Path | None, typer.Option(help="Who is in the course; default: roster.csv, if it is there.")
    ] = None,
    submitted: Annotated[Path, typer.Option(help="The folder to fill.")] = Path("submitted"),
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show it, and write nothing.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the manifest as JSON.")] = False,
) -> None:
    """Take in a download and fill submitted/; a manifest says what became of every file.

    Exits with 0 when everything has its place, with 1 when a file was refused or a person is
    not in the roster, and with 2 when nothing could be collected.

    For example: `autograder collect attention submissions.zip`, with the zip that Canvas or
    Moodle gave you.
    """
    import msgspec

    from autograder.intake.collect import Collection
    from autograder.intake.collect import collect as take_in
    from autograder.intake.manifest import Verdict
    from autograder.intake.table import print_collection

    asked = Collection(
        assignment, tuple(paths), submitted=submitted, kind=kind, roster=roster, dry_run=dry_run
    )
    manifest, written = take_in(asked)
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    else:
        print_collection(manifest, dry_run=dry_run)
        if written:
            typer.echo(f"manifest: {written}")
    if manifest.of(Verdict.REFUSED) or manifest.strangers or not manifest.people:
        raise typer.Exit(1)
