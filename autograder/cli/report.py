"""`autograder report`: the class in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["report"]


def report(
    assignment: Annotated[str, typer.Argument(help="The assignment's name, such as attention.")],
    reports: Annotated[Path, typer.Option(help="The folder of reports that grading wrote.")] = Path(
        "reports"
    ),
    submitted: Annotated[
        Path, typer.Option(help="The folder of submissions, to see who has no report.")
    ] = Path("submitted"),
) -> None:
    """Show a graded class: students by tasks, and why points are missing.

    Exits with 0 when everyone is graded and with 1 when someone is not.
    """
    from autograder.grading.reports import load_reports, with_the_missing
    from autograder.grading.table import print_class

    found = with_the_missing(load_reports(reports, assignment), submitted, assignment)
    print_class(found)
    if not all(one.graded for one in found):
        raise typer.Exit(1)
