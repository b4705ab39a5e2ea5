"""A collection in the terminal: a row a person, then what needs a look."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from autograder.intake.manifest import Handed, Line, Manifest, Verdict
from autograder.intake.times import nbgrader_text

__all__ = ["one_line", "print_collection", "rows_of", "wide"]

_FILE_WIDTH = 160
"""Columns in a file or a pipe, which have no width of their own."""
_STYLES = {"refused": "yellow", "kept": "yellow"}


def print_collection(manifest: Manifest, *, dry_run: bool, console: Console | None = None) -> None:
    """Print what came in and what became of it."""
    console = wide(console or Console())
    for origin, kind in manifest.kinds.items():
        files = sum(line.origin == origin for line in manifest.lines)
        console.print(Text(f"{one_line(origin)}: {kind}, {files} files"), soft_wrap=True)
    console.print()
    lines = defaultdict(list)
    for line in manifest.lines:
        lines[line.student].append(line)
    if manifest.people:
        headings = ("student", "name", "file", "what", "handed in", "note")
        rows = [_row(one, lines[one.student]) for one in manifest.people]
        console.print(rows_of(headings, rows))
        console.print()
    _print_lines(console, "refused", manifest.of(Verdict.REFUSED))
    _print_lines(console, "superseded", manifest.of(Verdict.SUPERSEDED))
    strangers = ", ".join(one_line(one.student) for one in manifest.strangers)
    if strangers:
        console.print(
            Text(f"not in {manifest.roster}, and kept under these ids: {strangers}"), soft_wrap=True
        )
        console.print()
    console.print(Text(_summary(manifest, dry_run)), soft_wrap=True)


def wide(console: Console) -> Console:
    """The console, no narrower than a table needs where nobody looks at its width."""
    if not console.is_terminal:
        console.width = max(console.width, _FILE_WIDTH)
    return console


def rows_of(headings: Sequence[str], rows: Sequence[Sequence[Text]]) -> Table:
    """A plain table; the last column takes what is left."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        last = place == len(headings) - 1
        table.add_column(heading, no_wrap=not last, overflow="fold" if last else "ellipsis")
    for row in rows:
        table.add_row(*row)
    return table


def one_line(text: str) -> str:
    """Text from a download without line breaks, and without what would drive the terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _row(one: Handed, lines: Sequence[Line]) -> list[Text]:
    used = [line for line in lines if line.verdict is Verdict.USED]
    used.sort(key=lambda line: not line.target.endswith(".ipynb"))
    file = used[0].target if used else "–"
    more = f" and {len(used) - 1} more" if len(used) > 1 else ""
    renamed = [line.why for line in used[:1] if line.why]
    note = "; ".join([*renamed, *one.notes])
    when = nbgrader_text(one.handed_in) if one.handed_in else ""
    late = "late" if one.late else ""
    cells = (one.student, one.name, file + more, one.state, f"{when} {late}".strip())
    style = _STYLES.get(one.state, "")
    return [*(Text(one_line(cell), style=style) for cell in cells), Text(one_line(note))]


def _print_lines(console: Console, title: str, lines: Sequence[Line]) -> None:
    if not lines:
        return
    console.print(Text(f"{title}:", style="bold"))
    for line in lines:
        whose = f"{line.student}: " if line.student else ""
        console.print(
            Text(f"  {one_line(whose + line.file)}: {one_line(line.why)}"), soft_wrap=True
        )
    console.print()


def _summary(manifest: Manifest, dry_run: bool) -> str:
    count = Counter(line.verdict for line in manifest.lines)
    files = ", ".join(f"{count[verdict]} {verdict}" for verdict in Verdict if count[verdict])
    text = f"{len(manifest.people)} people, {len(manifest.lines)} files: {files or 'none'}"
    return f"{text} · nothing was written (--dry-run)" if dry_run else text
