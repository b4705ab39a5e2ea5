"""Where everyone stands with an assignment: the roster, what came in, and what grading said."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import msgspec
from rich.console import Console
from rich.text import Text

from autograder.intake.manifest import Handed, Manifest, Verdict
from autograder.intake.roster import Roster
from autograder.intake.table import one_line, rows_of, wide
from autograder.intake.times import nbgrader_text, parsed
from autograder.spreadsheet import safe_cell
from autograder.verdict import Report

__all__ = [
    "Received", "Standing", "State", "as_csv", "print_standings", "received", "standings",
]  # fmt: skip

_STAMP = "timestamp.txt"


class State(StrEnum):
    """How far a person's submission has come, the least far first."""

    MISSING = "missing"
    """Nothing came in."""
    REFUSED = "refused"
    """Something came in, and none of it could be taken."""
    RECEIVED = "received"
    """It lies in `submitted/` and waits for grading."""
    STALE = "stale"
    """It was changed after it was graded: the marks are an older submission's."""
    UNGRADED = "ungraded"
    """Grading couldn't judge it; `why` says what to do."""
    WITH_NOTES = "graded with notes"
    GRADED = "graded"


@dataclass(frozen=True)
class Received:
    """What lies in one person's folder, and when it was last changed (seconds since 1970)."""

    files: tuple[str, ...]
    changed: float
    handed_in: datetime | None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One person: the row of the table, the CSV and the JSON."""

    student: str
    name: str
    state: State
    file: str = ""
    origin: str = ""
    """The download that it came from, as `autograder collect` was given it."""
    kind: str = ""
    handed_in: datetime | None = None
    late: bool = False
    points: float | None = None
    max_points: float | None = None
    by_hand: str = ""
    """Tasks that wait for a person's points."""
    why: str = ""


def received(submitted: Path, assignment: str) -> dict[str, Received]:
    """What lies in `submitted/<student>/<assignment>`, by student."""
    found = {}
    for home in sorted(submitted.iterdir()) if submitted.is_dir() else ():
        folder = home / assignment
        if not home.name.startswith(".") and folder.is_dir():
            found[home.name] = _received(folder)
    return found


def standings(
    roster: Roster,
    received: Mapping[str, Received],
    manifests: Sequence[Manifest],
    reports: Mapping[str, tuple[Report, float]],
) -> list[Standing]:
    """Everyone, the roster's people first and in its order.

    `manifests` are the oldest first; `reports` come with the time of their writing.
    """
    handed = {one.student: (manifest, one) for manifest in manifests for one in manifest.people}
    names = {person.id: person.name for person in roster.people}
    others = sorted((received.keys() | handed.keys() | reports.keys()) - names.keys())
    return [
        _standing(
            student, names.get(student), received.get(student),
            handed.get(student), reports.get(student), bool(roster),
        )
        for student in (*names, *others)
    ]  # fmt: skip


def print_standings(found: Sequence[Standing], console: Console | None = None) -> None:
    """Print a row a person, and how many stand where."""
    console = wide(console or Console())
    headings = ("student", "name", "state", "file", "handed in", "points", "by hand", "why")
    console.print(rows_of(headings, [_row(one) for one in found]))
    console.print()
    counts = [(state, sum(one.state is state for one in found)) for state in reversed(State)]
    console.print(Text(" · ".join(f"{count} {state}" for state, count in counts if count)))


def as_csv(found: Sequence[Standing]) -> str:
    """The standings as CSV, with a heading."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(Standing.__struct_fields__)
    for one in found:
        plain = msgspec.to_builtins(one)
        texts = ["" if value is None else one_line(str(value)) for value in plain.values()]
        writer.writerow([safe_cell(text) for text in texts])
    return text.getvalue()


def _received(folder: Path) -> Received:
    paths = [path for path in folder.rglob("*") if not path.is_symlink()]
    changed = max(path.stat().st_mtime for path in (folder, *paths))
    files = sorted(str(path.relative_to(folder)) for path in paths if path.is_file())
    stamp = folder / _STAMP
    moment = None
    if stamp.is_file() and not stamp.is_symlink():
        with stamp.open("rb") as file:
            moment = parsed(file.read(200).decode("utf-8", "replace"))
    return Received(tuple(name for name in files if name != _STAMP), changed, moment)


def _standing(
    student: str,
    name: str | None,
    there: Received | None,
    came: tuple[Manifest, Handed] | None,
    judged: tuple[Report, float] | None,
    has_roster: bool,
) -> Standing:
    handed = came[1] if came else None
    report = judged[0] if judged else None
    state, why = _state(there, came, judged)
    if name is None and has_roster:
        why = f"not in the roster; {why}".removesuffix("; ")
    notebook = [file for file in there.files if file.endswith(".ipynb")] if there else []
    points = [task for task in report.tasks if task.points is not None] if report else []
    counts = report is not None and report.graded and state is not State.STALE
    return Standing(
        student=student,
        name=name or (handed.name if handed else ""),
        state=state,
        file=next(iter(notebook or (there.files if there else ())), ""),
        origin=handed.origin if handed else "",
        kind=handed.kind if handed else "",
        handed_in=there.handed_in if there else None,
        late=bool(handed and handed.late),
        points=sum(task.points or 0 for task in points) if counts else None,
        max_points=sum(task.max_points for task in points) if counts else None,
        why=why,
    )


def _state(
    there: Received | None,
    came: tuple[Manifest, Handed] | None,
    judged: tuple[Report, float] | None,
) -> tuple[State, str]:
    """The state, and the sentence beside it."""
    refused = _refused(came)
    if there is None:
        if refused:
            return State.REFUSED, f"{refused}. Ask the student to hand in again."
        return State.MISSING, ""
    later = f"a later hand-in was refused: {refused}" if refused else ""
    if judged is None:
        return State.RECEIVED, later
    report, written = judged
    if there.changed > written:
        return State.STALE, "changed after it was graded; run `autograder grade` again"
    if not report.graded:
        return State.UNGRADED, report.reason.partition("\n\n")[
            0
        ] or "a case could not decide; see its report"
    notes = "; ".join([*report.notes, *(task.note for task in report.tasks if task.note), later])
    notes = notes.strip("; ")
    return (State.WITH_NOTES, notes) if notes else (State.GRADED, "")


def _refused(came: tuple[Manifest, Handed] | None) -> str:
    """Why the last collection took nothing of a person's, if it didn't."""
    if came is None or came[1].state != "refused":
        return ""
    manifest, handed = came
    why = [
        f"{line.file}: {line.why}"
        for line in manifest.of(Verdict.REFUSED)
        if line.student == handed.student
    ]
    return "; ".join(why) or "nothing could be taken"


def _row(one: Standing) -> list[Text]:
    when = nbgrader_text(one.handed_in) if one.handed_in else ""
    late = "late" if one.late else ""
    points = "" if one.points is None else f"{one.points:.4g}/{one.max_points:g}"
    style = {State.GRADED: "", State.MISSING: "red"}.get(one.state, "yellow")
    return [
        Text(one_line(one.student)), Text(one_line(one.name)), Text(one.state, style=style),
        Text(one_line(one.file)), Text(f"{when} {late}".strip()), Text(points, justify="right"),
        Text(one_line(one.by_hand)), Text(one_line(one.why)),
    ]  # fmt: skip
