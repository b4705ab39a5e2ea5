"""The page docs/cli.md, made of the commands themselves: `python -m autograder.cli.reference`."""

from collections.abc import Iterator
from pathlib import Path

import typer
from typer.main import get_command

from autograder.cli import GUIDE, app, command_name, help_of

__all__ = ["PAGE", "as_markdown"]

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
_HEAD = """\
# Commands

Written by `make docs` from what `autograder COMMAND --help` says. [instructor.md](instructor.md)
goes through them in the order in which a course needs them.
"""


def as_markdown() -> str:
    """The page: a section for each group of `autograder --help`, and one for each command."""
    return "\n".join([_HEAD, *_sections()])


def _sections() -> Iterator[str]:
    group = get_command(app)
    context = typer.Context(group, info_name="autograder")
    for panel, commands in GUIDE.items():
        yield f"## {panel}\n"
        for function in commands:
            name = command_name(function)
            command = group.get_command(context, name)  # type: ignore[attr-defined]
            yield f"### autograder {name}\n"
            yield f"{help_of(function)}\n"
            yield from _options(typer.Context(command, parent=context, info_name=name))


def _options(context: typer.Context) -> Iterator[str]:
    """A line for each argument and option, in a table."""
    yield "| | |\n|---|---|"
    for parameter in context.command.get_params(context):
        if parameter.name == "help":
            continue
        name, _ = parameter.get_help_record(context) or ("", "")
        text = getattr(parameter, "help", None) or ""
        yield f"| `{' '.join(name.split())}` | {' '.join(text.split())} |"
    yield ""


if __name__ == "__main__":
    PAGE.write_text(as_markdown(), encoding="utf-8")
