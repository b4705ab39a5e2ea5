"""Arguments that several commands share, and what the shell completes them with."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["Assignment", "Student", "Students"]


def _assignments(incomplete: str) -> list[str]:
    """The assignments in source/ of the working folder."""
    found = (path.parent.name for path in Path("source").glob("*/*.ipynb"))
    return sorted({name for name in found if name.startswith(incomplete)})


def _students(incomplete: str) -> list[str]:
    """The students in submitted/ of the working folder."""
    found = (path.name for path in Path("submitted").glob("*/") if not path.name.startswith("."))
    return sorted(name for name in found if name.startswith(incomplete))


Assignment = Annotated[
    str,
    typer.Argument(help="The assignment's name, such as attention.", autocompletion=_assignments),
]
Student = Annotated[
    str, typer.Argument(help="The student's id, as in autograded/.", autocompletion=_students)
]
Students = Annotated[
    list[str] | None,
    typer.Option(help="This student alone; may be said several times.", autocompletion=_students),
]
