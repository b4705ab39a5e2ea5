"""One run of `autograder collect`, from paths to a manifest."""

import contextlib
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.errors import AuthoringError
from autograder.intake import store
from autograder.intake.arrivals import Arrival, gather
from autograder.intake.likeness import Released, released_notebooks
from autograder.intake.lms import Claim, Context, claims_of, detected
from autograder.intake.manifest import Handed, Line, Manifest, Verdict, save_manifest
from autograder.intake.names import folded
from autograder.intake.people import People
from autograder.intake.plan import Choice, Taken, kept, planned
from autograder.intake.roster import Roster, load_roster

__all__ = ["Collection", "collect"]

_ROSTER = "roster.csv"


@dataclass(frozen=True)
class Collection:
    """What to collect, and where to."""

    assignment: str
    paths: tuple[Path, ...]
    course: Path = Path()
    submitted: Path = Path("submitted")
    kind: str = ""
    """One of `lms.KINDS`; else each path's is detected."""
    roster: Path | None = None
    """Else `roster.csv` of the course, if there is one."""
    dry_run: bool = False


def collect(asked: Collection) -> tuple[Manifest, Path | None]:
    """Take in everything in the paths; the manifest, and where it was written.

    With `dry_run` nothing is written. Raises `AuthoringError` for what the caller has to
    correct before anything is taken in, `SandboxError` where the disk refuses.
    """
    if Path(asked.assignment).name != asked.assignment or "+" in asked.assignment:
        raise AuthoringError(f"{asked.assignment!r} can't be an assignment's name")
    released = released_notebooks(asked.course, asked.assignment)
    roster_path = _roster_path(asked)
    roster = load_roster(roster_path) if roster_path else Roster()
    writing = contextlib.nullcontext(Path()) if asked.dry_run else store.locked(asked.submitted)
    with tempfile.TemporaryDirectory(prefix="collect-") as spool, writing as incoming:
        arrivals = gather(list(asked.paths), Path(spool))
        kinds, claims = _claims(asked, arrivals, _context(asked, roster, released))
        taken, nobody = planned(claims, kinds, People(roster), released)
        nobody += _unclaimed(arrivals, claims)
        manifest = _carried_out(asked, kinds, taken, nobody, str(roster_path or ""), incoming)
    return manifest, None if asked.dry_run else save_manifest(asked.submitted, manifest)


def _roster_path(asked: Collection) -> Path | None:
    if asked.roster is not None:
        return asked.roster
    found = asked.course / _ROSTER
    return found if found.is_file() else None


def _context(asked: Collection, roster: Roster, released: Iterable[Released]) -> Context:
    return Context(
        asked.assignment,
        stems=frozenset(one.folded for one in released),
        ids=frozenset(folded(person.id) for person in roster.people),
        logins=frozenset(roster.values("github")),
    )


def _claims(
    asked: Collection, arrivals: list[Arrival], context: Context
) -> tuple[dict[int, str], list[Claim]]:
    """What the downloads say, and which system made each of them."""
    kinds: dict[int, str] = {}
    claims: list[Claim] = []
    for origin in range(len(asked.paths)):
        of_it = [one for one in arrivals if one.origin == origin]
        kinds[origin] = asked.kind or detected(of_it, context)
        claims += claims_of(kinds[origin], of_it, context)
    return kinds, claims


def _unclaimed(arrivals: list[Arrival], claims: list[Claim]) -> list[Choice]:
    """Verdicts on what no recogniser was asked about."""
    claimed = {id(claim.arrival) for claim in claims}
    found = []
    for one in arrivals:
        if id(one) in claimed:
            continue
        if one.noise:
            choice = Choice(one, Verdict.LEFT_OUT, "a system or an editor made it")
        elif one.refused:
            choice = Choice(one, Verdict.REFUSED, one.refused)
        elif one.opened:
            choice = Choice(one, Verdict.OPENED)
        else:
            choice = Choice(one, Verdict.LEFT_OUT, "the download's own list of submissions")
        found.append(choice)
    return found


def _carried_out(
    asked: Collection,
    kinds: dict[int, str],
    taken: list[Taken],
    nobody: list[Choice],
    roster: str,
    incoming: Path,
) -> Manifest:
    now = datetime.now(UTC)
    names = [str(path) for path in asked.paths]
    people: list[Handed] = []
    lines: list[Line] = []
    for one in taken:
        one, state, note = _put(asked, one, incoming, now)
        notes = (*one.notes, note) if note else one.notes
        people.append(
            Handed(
                student=one.student.id,
                name=one.student.name,
                known=one.student.known,
                origin=names[one.origin],
                kind=kinds[one.origin],
                handed_in=one.handed_in,
                late=one.late,
                state=state,
                notes=notes,
            )
        )
        lines += [_line(choice, names, one.student.id) for choice in one.choices]
    lines += [_line(choice, names) for choice in nobody]
    return Manifest(
        assignment=asked.assignment,
        collected=now,
        roster=roster,
        kinds={names[origin]: kind for origin, kind in kinds.items()},
        people=tuple(people),
        lines=tuple(lines),
    )


def _put(asked: Collection, taken: Taken, incoming: Path, now: datetime) -> tuple[Taken, str, str]:
    """Lay one submission into its place, unless there is nothing to lay or a newer one there."""
    if not taken.used:
        return taken, "refused", "nothing that came in could be taken"
    there = store.handed_in(asked.submitted, taken.student.id, asked.assignment)
    if there and taken.handed_in and there > taken.handed_in:
        return kept(taken, there), "kept", "what lies in submitted/ is newer, and stays"
    try:
        if asked.dry_run:
            return taken, store.state_of(asked.submitted, asked.assignment, taken), ""
        return taken, store.put(asked.submitted, asked.assignment, taken, incoming, now), ""
    except AuthoringError as error:
        choices = tuple(
            replace(choice, verdict=Verdict.REFUSED, why=str(error), target=())
            if choice.verdict is Verdict.USED
            else choice
            for choice in taken.choices
        )
        return replace(taken, choices=choices), "refused", str(error)


def _line(choice: Choice, origins: list[str], student: str = "") -> Line:
    arrival = choice.arrival
    return Line(
        origin=origins[arrival.origin],
        file=arrival.shown,
        verdict=choice.verdict,
        bytes=arrival.size,
        sha256=arrival.sha256,
        student=student,
        target="/".join(choice.target),
        why=choice.why,
    )
