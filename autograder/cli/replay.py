"""`autograder replay`: a graded submission, judged again in the open."""

from typing import Annotated

import typer

from autograder.cli.names import Assignment, Student

__all__ = ["replay"]


def replay(
    assignment: Assignment,
    student: Student,
    confinement: Annotated[
        str, typer.Option(help="strict, basic or none; default: the best that works here.")
    ] = "",
) -> None:
    """Judge a graded submission again, and show what its failed cases asked and were answered.

    For an instructor's eyes: hidden inputs are shown. Exits with 0 when nothing fails, else 1.

    For example: `autograder replay attention s1008`
    """
    from autograder.course.replaying import replay_submission

    if replay_submission(assignment, student, confinement):
        raise typer.Exit(1)
