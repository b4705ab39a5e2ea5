"""`autograder translate` and `autograder release`: an assignment in another language."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["release", "translate"]

_Assignment = Annotated[str, typer.Argument(help="The assignment's name, such as attention.")]


def translate(
    assignment: _Assignment,
    lang: Annotated[str, typer.Option(help="The language to translate to, such as zh.")],
) -> None:
    """Bring the catalogues of an assignment up to date, and say what is left to translate.

    They are PO files beside what they translate. Exits with 1 while something is left.

    For example: `autograder translate attention --lang zh`.
    """
    from autograder.course.editions import keep_in_step

    left = keep_in_step(assignment.strip("/"), lang)
    for line in left:
        typer.echo(line)
    typer.echo(f"{len(left)} to do" if left else f"everything is in {lang}")
    raise typer.Exit(1 if left else 0)


def release(
    assignment: _Assignment,
    lang: Annotated[str, typer.Option(help="The language of the release: en, or a translation's.")],
    to: Annotated[
        Path | None, typer.Option(help="The folder to write it in; default: release-LANG.")
    ] = None,
    force: Annotated[bool, typer.Option(help="Replace what is there.")] = False,
) -> None:
    """Write an assignment's release in another language, from the one source.

    The gradebook is that of `nbgrader generate_assignment`, which is run once, as ever.

    For example: `autograder release attention --lang zh --force`.
    """
    from autograder.course.editions import release_edition

    name, folder = assignment.strip("/"), to or Path(f"release-{lang}")
    left = release_edition(name, lang, folder, force=force)
    for line in left:
        typer.echo(line, err=True)
    if left:
        typer.echo(
            f"autograder: that stays English: run `autograder translate {name} --lang {lang}`, "
            "translate what it says, and release again",
            err=True,
        )
    typer.echo(f"released in {lang}: {folder / name}")
