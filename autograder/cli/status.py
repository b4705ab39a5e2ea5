"""`autograder status`: where everyone stands."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.names import Assignment

__all__ = ["status"]


def status(
    assignment: Assignment,
    roster: Annotated[
        Path | None, typer.Option(help="Who is in the course; default: roster.csv, if it is there.")
    ] = None,
    submitted: Annotated[Path, typer.Option(help="The folder of submissions.")] = Path("submitted"),
    reports: Annotated[Path, typer.Option(help="The folder of reports that grading wrote.")] = Path(
        "reports"
    ),
    csv: Annotated[Path | None, typer.Option(help="Write it as CSV to this file, too.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Show each person: missing, received, graded, ungraded and why, or stale; what needs a hand.

    Exits with 0 when everyone is graded and with 1 when someone is not.

    For example: `autograder status attention --csv standing.csv`
    """
    import msgspec

    from autograder.course.standing import class_standing
    from autograder.course.waiting import read_hands
    from autograder.intake.status import State, as_csv, print_standings

    hands, trouble = read_hands(assignment)
    if trouble:
        typer.echo(f"autograder: {trouble}", err=True)
    found = class_standing(assignment, submitted, reports, roster, hands or ())
    if csv:
        csv.write_text(as_csv(found), encoding="utf-8", errors="replace", newline="")
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=1))
    else:
        print_standings(found)
    if not all(one.state in (State.GRADED, State.WITH_NOTES) for one in found):
        raise typer.Exit(1)
