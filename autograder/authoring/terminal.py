"""A verification in the terminal: a few lines, then what has to be mended, then the notes."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from autograder.authoring.findings import (
    KEPT,
    NO_ANSWERS,
    REDUNDANT,
    Case,
    Finding,
    Kind,
    Row,
    Verification,
)
from autograder.authoring.matrix import alone, short_row

__all__ = ["print_matrix", "print_verification"]

_MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("–", "dim")}
_NAMES = 4
"""Redundant cases of a cell that are named; the page and the matrix have them all."""
_WIDE = 120
"""Columns in a file or a pipe, which have no width of their own."""


def print_verification(found: Verification, console: Console) -> None:
    """Print the summary and every finding; redundant cases in one line."""
    if not console.is_terminal:
        console.width = max(console.width, _WIDE)
    console.print(Text(f"{found.assignment}", style="bold"))
    width = max((len(check.label) for check in found.checks), default=0)
    for check in found.checks:
        mark, style = _MARKS[check.good]
        console.print(
            Text.assemble((f"{mark} ", style), f"{check.label.ljust(width)}  ", check.text),
            soft_wrap=True,
        )
    if found.findings:
        console.print()
    for finding in found.findings:
        _print_finding(finding, console)
    _print_notes(found, console)
    console.print()
    count = len(found.findings)
    verdict = "all is well" if found.good else f"{count} finding(s) to mend before the release"
    tier = found.confinement.partition(":")[0]
    console.print(Text(f"{verdict} · {found.seconds:.0f} s · confinement: {tier}"))


def print_matrix(found: Verification, console: Console) -> None:
    """Print which case fails on which wrong plant, a character a case."""
    for grade_id in dict.fromkeys(case.grade_id for case in found.cases):
        cases = [case for case in found.cases if case.grade_id == grade_id]
        rows = [r for r in found.rows if r.grade_id == grade_id and r.kind is not Kind.RIGHT]
        if rows:
            console.print()
            _print_cell(grade_id, cases, rows, console)


def _print_cell(
    grade_id: str, cases: Sequence[Case], rows: Sequence[Row], console: Console
) -> None:
    by_itself = alone(rows)
    console.print(Text(f"{grade_id}: # fails, · passes, ? could not decide", style="bold"))
    for number, case in enumerate(cases):
        only = len(by_itself.get((grade_id, case.name), ()))
        caught = sum(case.name in row.failed for row in rows)
        bars = "│" * number + "┌"
        console.print(
            Text(f"{bars.ljust(len(cases))} {case.name}  ({caught} caught, {only} by it alone)"),
            soft_wrap=True,
        )
    for row in rows:
        told = f"  (told as {row.diagnosed})" if row.diagnosed not in ("", row.name) else ""
        console.print(Text(f"{short_row(cases, row)} {row.kind}: {row.name}{told}"), soft_wrap=True)


def _print_finding(finding: Finding, console: Console) -> None:
    console.print(Text.assemble((finding.kind, "bold red"), f" · {finding.where}"), soft_wrap=True)
    for line in finding.what.splitlines():
        console.print(Text(f"  {line}"), soft_wrap=True)
    advice, *block = finding.advice.splitlines() or [""]
    if advice:
        console.print(Text(f"  → {advice}", style="dim"), soft_wrap=True)
    for line in block:  # to be copied, so that nothing stands before it
        console.print(Text(line), soft_wrap=True)


def _print_notes(found: Verification, console: Console) -> None:
    redundant = [note for note in found.notes if note.kind == REDUNDANT]
    kept = sum(note.kind == KEPT for note in found.notes)
    for note in found.notes:
        if note.kind == NO_ANSWERS:
            console.print()
            console.print(Text.assemble(("note ", "bold"), note.what), soft_wrap=True)
            console.print(Text(f"  → {note.advice}", style="dim"), soft_wrap=True)
    if redundant:
        console.print()
        text = f"{len(redundant)} case(s) catch nothing here that no other case of their cell does:"
        console.print(Text.assemble(("note ", "bold"), text), soft_wrap=True)
        for place in dict.fromkeys(note.where for note in redundant):
            names = [note.what for note in redundant if note.where == place]
            more = f", … ({len(names)} in all)" if len(names) > _NAMES else ""
            console.print(Text(f"  {place}: {', '.join(names[:_NAMES])}{more}"), soft_wrap=True)
        console.print(Text(f"  → {redundant[0].advice}", style="dim"), soft_wrap=True)
    if kept:
        console.print(Text.assemble(("note ", "bold"), f"{kept} such case(s) are kept on purpose"))
