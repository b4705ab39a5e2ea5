"""What becomes of every file that came in: a pure function of what was claimed of them.

For each person the latest attempt counts, and its files go where nbgrader looks for them: a
notebook of the assignment under its released name, the files beside it beside it. Of files
that would lie in one place, one is used. Everything else gets a line that says why.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from autograder.intake.arrivals import Arrival
from autograder.intake.likeness import Released, is_readable, recognised
from autograder.intake.lms import Claim
from autograder.intake.manifest import Verdict
from autograder.intake.names import folded, notebook_stem, without_copy_mark
from autograder.intake.people import People, Student
from autograder.intake.times import nbgrader_text

__all__ = ["Choice", "Taken", "kept", "planned"]

_Rank = tuple[bool, float, float, int]

_STAMP = "timestamp.txt"
_NOBODY = (
    "nothing in its name or place says who handed it in; put it into a folder of the student's "
    "id and collect that"
)


@dataclass(frozen=True)
class Choice:
    """A file and its verdict. `target` is set for a used one."""

    arrival: Arrival
    verdict: Verdict
    why: str = ""
    target: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taken:
    """One person's submission: what is used and what isn't, and what is worth a note."""

    student: Student
    choices: tuple[Choice, ...]
    origin: int = 0
    handed_in: datetime | None = None
    late: bool = False
    notes: tuple[str, ...] = ()

    @property
    def used(self) -> list[Choice]:
        return [choice for choice in self.choices if choice.verdict is Verdict.USED]


@dataclass
class _Draft:
    """Places in one person's submission while they are given away."""

    places: dict[tuple[str, ...], tuple[Claim, "_Rank"]] = field(default_factory=dict)
    folders: set[tuple[str, ...]] = field(default_factory=set)
    choices: list[Choice] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def planned(
    claims: Sequence[Claim],
    kinds: Mapping[int, str],
    people: People,
    released: Sequence[Released],
) -> tuple[list[Taken], list[Choice]]:
    """Each person's submission, by id, and what is nobody's."""
    whose: dict[str, list[Claim]] = defaultdict(list)
    students: dict[str, Student] = {}
    nobody: list[Choice] = []
    for claim in claims:
        if claim.who is None:
            why = claim.arrival.refused or claim.why or _NOBODY
            nobody.append(Choice(claim.arrival, Verdict.REFUSED, why))
            continue
        student = people.student(claim.who)
        students[student.id] = student
        whose[student.id].append(claim)
    return [_taken(students[name], whose[name], kinds, released) for name in sorted(whose)], nobody


def _taken(
    student: Student, claims: list[Claim], kinds: Mapping[int, str], released: Sequence[Released]
) -> Taken:
    """One person's files: the latest attempt's are placed, and all have a verdict."""
    refused = [
        Choice(claim.arrival, Verdict.REFUSED, claim.arrival.refused)
        for claim in claims
        if claim.arrival.refused
    ]
    usable = [claim for claim in claims if not claim.arrival.refused]
    notes = [student.note] if student.note else []
    if not usable:
        return Taken(student, tuple(refused), claims[0].arrival.origin, notes=tuple(notes))
    latest, earlier = _attempts(usable, kinds)
    draft = _placed(latest, released)
    moments = [claim.handed_in for claim in latest if claim.handed_in]
    when = f" of {nbgrader_text(max(moments))}" if moments else ""
    superseded = [
        Choice(claim.arrival, Verdict.SUPERSEDED, f"a later attempt{when} is used")
        for claim in earlier
    ]
    return Taken(
        student,
        (*draft.choices, *superseded, *refused),
        latest[0].arrival.origin,
        max(moments, default=None),
        any(claim.late for claim in latest),
        (*notes, *draft.notes),
    )


def _attempts(claims: list[Claim], kinds: Mapping[int, str]) -> tuple[list[Claim], list[Claim]]:
    """The latest attempt's files, and those of the others.

    The LMS's own order decides; where it has none, the order of the paths that were given, and
    then the files' times.
    """
    attempts: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        attempts[claim.attempt].append(claim)
    comparable = len({kinds.get(claim.arrival.origin) for claim in claims}) == 1

    def later(attempt: str) -> tuple[float, int, float, int, str]:
        files = attempts[attempt]
        order = max(claim.order for claim in files)
        if not comparable:
            order = max((c.handed_in.timestamp() for c in files if c.handed_in), default=0.0)
        copies = without_copy_mark(attempt)[1]
        changed = max(_changed(claim) for claim in files)
        return order, max(c.arrival.origin for c in files), changed, copies, attempt

    last = max(attempts, key=later)
    return attempts[last], [c for name, files in attempts.items() if name != last for c in files]


def _placed(claims: list[Claim], released: Sequence[Released]) -> _Draft:
    """Give every file of an attempt a place, the assignment's notebooks first."""
    draft = _Draft()
    bases = _place_notebooks(draft, claims, released)
    placed = {id(claim.arrival) for claim in claims} & {id(c.arrival) for c in draft.choices}
    placed |= {id(claim.arrival) for claim, _ in draft.places.values()}
    for claim in claims:
        if id(claim.arrival) in placed:
            continue
        target = _beside(claim.inner, bases)
        if target == (_STAMP,):
            if claim.handed_in is not None:
                why = "nbgrader's time of handing in, which is written anew"
                draft.choices.append(Choice(claim.arrival, Verdict.LEFT_OUT, why))
                continue
            # nbgrader would take a student's own file for the time of handing in.
            target = (f"student-{_STAMP}",)
            draft.notes.append(f"its own {_STAMP} is kept as {target[0]}")
        _give(draft, target, claim)
    draft.choices += [
        Choice(claim.arrival, Verdict.USED, _renamed(claim, target), target)
        for target, (claim, _) in draft.places.items()
    ]
    return draft


def _place_notebooks(
    draft: _Draft, claims: list[Claim], released: Sequence[Released]
) -> list[tuple[str, ...]]:
    """Place the assignment's notebooks under their released names.

    Returns the folders that they lay in; what lies in one of those belongs beside the notebook.
    """
    named: dict[str, list[Claim]] = defaultdict(list)
    others: list[Claim] = []
    for claim in claims:
        stem = notebook_stem(claim.inner[-1])
        name = _by_name(stem, released) if stem is not None else ""
        (named[name] if name else others).append(claim)
    missing = [one for one in released if one.name not in named]
    for claim in others if missing else []:
        content = claim.arrival.content
        found = None
        if content is not None and _may_be_a_notebook(claim):
            found = recognised(content, missing)
        if found:
            named[found[0]].append(claim)
            draft.notes.append(f"known by {found[1]}")
    bases = []
    for name, candidates in named.items():
        for claim in candidates:
            # Reading a notebook takes milliseconds, and only a choice needs it.
            readable = len(candidates) == 1 or _is_readable(claim)
            _give(draft, (f"{name}.ipynb",), claim, readable)
        used = draft.places[(f"{name}.ipynb",)][0]
        bases.append(used.inner[:-1])
        if not _starts_like_one(used.arrival):
            draft.notes.append(f"{name}.ipynb is not a notebook; grading will say what it is")
    return bases


def _by_name(stem: str, released: Sequence[Released]) -> str:
    """The released notebook that a file's name means, by the rules of renaming."""
    for candidate in (stem, without_copy_mark(stem)[0]):
        for one in released:
            if folded(candidate) == one.folded:
                return one.name
    return ""


def _may_be_a_notebook(claim: Claim) -> bool:
    name = claim.inner[-1].lower()
    if notebook_stem(name) is not None:
        return True
    content = claim.arrival.content
    if content is None or ("." in name and not name.endswith((".json", ".txt"))):
        return False
    with content.open("rb") as file:
        return b'"nbformat"' in file.read() if claim.arrival.size < 16 << 20 else False


def _give(draft: _Draft, target: tuple[str, ...], claim: Claim, readable: bool = True) -> None:
    """Put a file into a place; of two in one place the later is used."""
    rank = _rank(claim, readable)
    if target not in draft.places:
        above = [target[:depth] for depth in range(1, len(target))]
        if target in draft.folders or any(place in draft.places for place in above):
            why = "a file and a folder of the same name came in; ask the student to rename one"
            draft.choices.append(Choice(claim.arrival, Verdict.REFUSED, why))
            return
        draft.places[target] = (claim, rank)
        draft.folders.update(above)
        return
    holder, held = draft.places[target]
    if rank > held:
        draft.places[target] = (claim, rank)
        holder, held, claim, rank = claim, rank, holder, held
    same = holder.arrival.sha256 == claim.arrival.sha256
    why = "both are the same" if same else _reason(held, rank)
    why = f"{holder.arrival.shown!r} is used: {why}"
    draft.choices.append(Choice(claim.arrival, Verdict.SUPERSEDED, why))


def _rank(claim: Claim, readable: bool) -> _Rank:
    """What decides between two files of one attempt, the strongest first."""
    name = claim.inner[-1]
    stem = notebook_stem(name) or name.rpartition(".")[0] or name
    return readable, claim.rank, _changed(claim), without_copy_mark(stem)[1]


def _reason(winner: _Rank, loser: _Rank) -> str:
    reasons = ("this one is not a notebook", "it was uploaded later", "it was changed later",
               "it is the later copy")  # fmt: skip
    for reason, one, other in zip(reasons, winner, loser, strict=True):
        if one != other:
            return reason
    return "it comes first, and nothing tells which is the later"


def _starts_like_one(arrival: Arrival) -> bool:
    """Whether the file's first bytes may be a notebook's, in any encoding."""
    if arrival.content is None:
        return False
    with arrival.content.open("rb") as file:
        start = file.read(256).lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")
    return start[:1] == b"{"


def _is_readable(claim: Claim) -> bool:
    content = claim.arrival.content
    return content is not None and is_readable(content)


def _changed(claim: Claim) -> float:
    moment = claim.arrival.modified if claim.knows_times else None
    return moment.timestamp() if moment else 0.0


def _beside(inner: tuple[str, ...], bases: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The place of a file: beside the notebook that it lay beside."""
    for base in sorted(bases, key=len, reverse=True):
        if len(inner) > len(base) and inner[: len(base)] == base:
            return inner[len(base) :]
    return inner


def _renamed(claim: Claim, target: tuple[str, ...]) -> str:
    return "" if claim.inner == target else f"renamed from {'/'.join(claim.inner)}"


def kept(taken: Taken, there: datetime) -> Taken:
    """The submission, superseded by a newer one that lies in `submitted/` already."""
    why = f"what lies in submitted/ was handed in later, {nbgrader_text(there)}"
    return replace(
        taken,
        choices=tuple(
            Choice(choice.arrival, Verdict.SUPERSEDED, why)
            if choice.verdict is Verdict.USED
            else choice
            for choice in taken.choices
        ),
    )
