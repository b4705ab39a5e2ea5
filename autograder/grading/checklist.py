"""What `autograder check` prints: a line for each visible check, and what comes next."""

from collections import Counter

from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.grading.table import one_line
from autograder.grading.visible import Checked, CheckResult, Standing

__all__ = ["print_checked"]

_MARKS = {
    Standing.PASSED: ("✓", "green"),
    Standing.FAILED: ("✗", "red"),
    Standing.UNWRITTEN: ("·", "yellow"),
    Standing.NOT_RUN: ("–", "yellow"),
}
_LONGEST = 400
"""Characters of a line; what a student's code says can be of any length."""


def print_checked(checked: Checked, console: Console) -> None:
    """Print the checks in the notebook's order; what a check says below its first line is dim."""
    where, _, layers = checked.confinement.partition(":")
    how = f"in{layers}" if where == "none" else "in the sandbox, as for grading"
    console.print(Text(f"{one_line(checked.notebook)} · run {how}", style="bold"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column()
    table.add_column(ratio=1)
    for result in (*checked.checks, *checked.written_answers):
        mark, colour = _MARKS[result.standing]
        table.add_row(Text(mark, style=colour), Text(one_line(result.task)), _said(result))
    console.print(table)
    console.print()
    for note in checked.notes:
        console.print(Text(_shown(note), style="yellow"))
    console.print(_summary(checked), highlight=False)


def _said(result: CheckResult) -> Text:
    first, *more = result.message.splitlines() or [""]
    if result.standing in (Standing.PASSED, Standing.UNWRITTEN):
        first = first.partition(": ")[2] or first  # before it stand the names of the functions
    lines = [(_shown(first), "")]
    lines += [(_shown(line), "dim") for line in more if line.strip()]
    lines += [(_shown(note), "yellow") for note in result.notes]
    return Text("\n").join(Text(line, style=style) for line, style in lines)


def _shown(line: str) -> str:
    short = one_line(line)
    return short if len(short) <= _LONGEST else f"{short[: _LONGEST - 1]}…"


def _summary(checked: Checked) -> str:
    found = Counter(check.standing for check in checked.checks)
    total = len(checked.checks)
    if checked.passed:
        head = f"All {total} visible checks pass." if total > 1 else "The visible check passes."
        return f"{head} Grading looks at more: what each task's description lists."
    parts = [f"{found[Standing.PASSED]} of {total} visible checks pass"]
    for standing, words in (
        (Standing.UNWRITTEN, "not written yet"),
        (Standing.NOT_RUN, "not run"),
    ):
        if found[standing]:
            parts.append(f"{found[standing]} {words}")
    return ", ".join(parts) + "."
