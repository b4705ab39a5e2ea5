"""`autograder init`: a course to start from."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

__all__ = ["init"]


def init(
    folder: Annotated[Path, typer.Argument(help="The course's folder; new, or empty.")],
    lesson: Annotated[
        list[str] | None,
        typer.Option(help="attention or softmax; may be said twice. Default: attention."),
    ] = None,
    course_id: Annotated[
        str, typer.Option(help="The course's name in nbgrader; default: the folder's.")
    ] = "",
) -> None:
    """Start a course with a lesson of this kit: its source, and settings with every default.

    Nothing that is there is overwritten. Exits with 2 where the folder is not empty.

    For example: `autograder init attention-2026 --lesson attention --lesson softmax`
    """
    from autograder.course.starting import start_course

    wanted = list(dict.fromkeys(lesson or ["attention"]))
    for path in start_course(folder, wanted, course_id):
        typer.echo(f"made     {path}")
    typer.echo(f"next     cd {shlex.quote(str(folder))}")
    for name in wanted:
        typer.echo(
            f"         nbgrader generate_assignment {name}   source/ → release/, to give out"
        )
    typer.echo("         docs/instructor.md goes on from there to marks in the LMS")
