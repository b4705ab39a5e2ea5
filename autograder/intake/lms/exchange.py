"""nbgrader's own layouts, and what its zip_collect reads.

Sources: nbgrader's `CourseDirectory.directory_structure`, its exchange's inbound folders
(`exchange/default/submit.py`) and the example in `plugins/zipcollect.py`, which is
Blackboard's naming::

    [submitted/]<student>/<assignment>/<files>          timestamp.txt beside them
    [inbound/]<student>+<assignment>+<time>[+<random>]/<files>
    <assignment>_<student>_attempt_<year>-<month>-<day>-<hour>-<minute>-<second>[_<file>]
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who, share
from autograder.intake.names import folded, folder_id
from autograder.intake.times import parsed

__all__ = ["STAMP", "claims", "likeness"]

STAMP = "timestamp.txt"
"""nbgrader's file with the time of handing in; the only one that is read here."""
_STAMP_BYTES = 200
_ELSEWHERE = "it doesn't lie in a folder of this assignment"
_INBOUND = re.compile(
    r"(?P<student>[^+]+)\+(?P<assignment>[^+]+)\+(?P<time>[^+]+)(\+.*)?", re.DOTALL
)
_ATTEMPT = re.compile(
    r"(?P<assignment>.+?)_(?P<student>[^_]+)_attempt_(?P<day>\d{4}-\d\d-\d\d)"
    r"-(?P<h>\d\d)-(?P<m>\d\d)-(?P<s>\d\d)(_(?P<name>.+)|(?P<ending>\..+))?",
    re.DOTALL,
)


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """The share of files that lie as nbgrader lays them."""
    found = [claim for claim in _all(arrivals, context) if claim.who is not None]
    people = {claim.who for claim in found}
    below = {claim.inner[0] for claim in found if len(claim.inner) > 1}
    if len(people) == 1 and len(below) > 1:
        return 0.0  # the class's folders lie in a folder of the assignment's name
    return share(arrivals, [claim.arrival for claim in found])


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What each file's place says, with the time in the timestamp.txt beside it."""
    found = _all(arrivals, context)
    stamps = {
        claim.attempt: moment
        for claim in found
        if claim.inner == (STAMP,) and (moment := _stamp(claim.arrival)) is not None
    }
    return [
        replace(claim, handed_in=moment, order=moment.timestamp())
        if (moment := claim.handed_in or stamps.get(claim.attempt)) is not None
        else claim
        for claim in found
    ]


def _all(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    assignment = folded(context.assignment)
    return [_read(one, assignment) for one in arrivals]


def _read(one: Arrival, assignment: str) -> Claim:
    """What a file's place says; `assignment` is folded."""
    for place, part in enumerate(one.parts):
        inbound = _INBOUND.fullmatch(part)
        if inbound and folded(inbound["assignment"]) == assignment:
            moment = parsed(inbound["time"])
            if moment and len(one.parts) > place + 1:
                return _claim(one, inbound["student"], place, one.parts[place + 1 :], moment)
        attempt = _ATTEMPT.fullmatch(part)
        if attempt:
            clock = f"{attempt['day']} {attempt['h']}:{attempt['m']}:{attempt['s']}"
            name = attempt["name"] or f"{attempt['assignment']}{attempt['ending'] or ''}"
            inner = (name, *one.parts[place + 1 :])
            return _claim(one, attempt["student"], place, inner, parsed(clock))
        if place and folded(part) == assignment and len(one.parts) > place + 1:
            return _claim(one, one.parts[place - 1], place, one.parts[place + 1 :], None)
    if len(one.parts) > 1 and one.refused and folded(one.parts[-1]) == assignment:
        return _claim(one, one.parts[-2], len(one.parts) - 1, one.parts[-1:], None)
    return Claim(one, None, one.parts, why=_ELSEWHERE)


def _claim(
    one: Arrival, student: str, place: int, inner: tuple[str, ...], moment: datetime | None
) -> Claim:
    who = Who(folder_id(student), (("id", student),), student)
    attempt = f"{one.origin}/{'/'.join(one.parts[:place])}/{moment or ''}"
    order = moment.timestamp() if moment else 0.0
    return Claim(one, who, inner, attempt, order, handed_in=moment)


def _stamp(arrival: Arrival) -> datetime | None:
    if arrival.content is None or arrival.size > _STAMP_BYTES:
        return None
    return parsed(arrival.content.read_text(encoding="utf-8", errors="replace"))
