"""`autograder report`: the class in the terminal, as a page, and as CSV."""

from pathlib import Path
from typing import Annotated

import typer

from autograder.cli.names import Assignment

__all__ = ["report"]


def report(
    assignment: Assignment,
    reports: Annotated[Path, typer.Option(help="The folder of reports that grading wrote.")] = Path(
        "reports"
    ),
    submitted: Annotated[
        Path, typer.Option(help="The folder of submissions, to see who has no report.")
    ] = Path("submitted"),
    html: Annotated[
        Path | None,
        typer.Option(help="Write the class report to this file, such as report/attention.html."),
    ] = None,
    csv: Annotated[
        Path | None,
        typer.Option(help="Write the tables to this folder: marks, tasks, cases, mistakes, …"),
    ] = None,
    anonymous: Annotated[
        bool,
        typer.Option("--anonymous", help="Leave out names, and what students wrote, everywhere."),
    ] = False,
) -> None:
    """Show a graded class: students by tasks, why points are missing, what looks unfair.

    Exits with 0 when everyone is graded and with 1 when someone is not.

    For example: `autograder report attention --html report/attention.html`
    """
    from autograder.course.waiting import read_hands
    from autograder.grading.classreport import Wanted, report_class

    wanted = Wanted(html=html, csv=csv, anonymous=anonymous)
    hands, trouble = read_hands(assignment)
    if trouble:
        typer.echo(f"autograder: {trouble}", err=True)
    if not report_class(reports, submitted, assignment, wanted, hands=hands):
        raise typer.Exit(1)
