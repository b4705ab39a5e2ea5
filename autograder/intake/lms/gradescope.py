"""Gradescope: "Export Submissions" of a programming assignment.

Source: exports as public tools read them (`submission_metadata.yml` is Ruby's YAML with
symbols as keys); Gradescope itself documents only `submission_metadata.json` inside its
autograder (gradescope-autograders.readthedocs.io)::

    assignment_<id>_export/
      submission_metadata.yml
          submission_<id>:
            :submitters:
            - :name: Jane Doe
              :sid: '12345'
              :email: jane@example.edu
            :created_at: 2026-03-02 13:00:00.000000000 Z
            :score: …  :results: …
      submission_<id>/<files>

A group's submission has several submitters; each of them gets the files. The file is read as a
stream of YAML's events: nothing is constructed, aliases are not followed, every scalar stays
the text that it is (an id with a leading zero keeps it).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import yaml

from autograder.errors import AuthoringError
from autograder.intake.arrivals import Arrival
from autograder.intake.lms.claim import Claim, Context, Who
from autograder.intake.names import made_id
from autograder.intake.times import parsed

__all__ = ["claims", "likeness"]

_METADATA = "submission_metadata.yml"
_LARGEST_BYTES = 64 << 20
"""Of the metadata; it holds every submission's results."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class _Submission:
    """One entry of the metadata."""

    people: tuple[Who, ...]
    created: datetime | None


def likeness(arrivals: Sequence[Arrival], context: Context) -> float:
    """1 where the metadata's file is there."""
    return 1.0 if _metadata(arrivals) else 0.0


def claims(arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What the metadata says of each file's folder.

    Raises `AuthoringError` where the metadata can't be read.
    """
    index = _metadata(arrivals)
    if index is None or index.content is None:
        return [Claim(one, None, one.parts) for one in arrivals]
    submissions = _read(index.content)
    depth = len(index.parts) - 1
    found: list[Claim] = []
    for one in arrivals:
        if one is not index:
            found += _claims(one, depth, submissions)
    return found


def is_index(arrival: Arrival) -> bool:
    """Whether the file is the export's own, and no student's."""
    return bool(arrival.parts) and arrival.parts[-1] == _METADATA


def _claims(one: Arrival, depth: int, submissions: dict[str, _Submission]) -> Iterator[Claim]:
    key = one.parts[depth] if len(one.parts) > depth + 1 else ""
    submission = submissions.get(key)
    if submission is None or not submission.people:
        yield Claim(one, None, one.parts, knows_times=False)
        return
    order = submission.created.timestamp() if submission.created else 0.0
    for who in submission.people:
        yield Claim(
            one, who, one.parts[depth + 1 :], f"{one.origin}/{key}", order,
            handed_in=submission.created, knows_times=False,
        )  # fmt: skip


def _metadata(arrivals: Sequence[Arrival]) -> Arrival | None:
    found = [one for one in arrivals if is_index(one) and not one.refused]
    return min(found, key=lambda one: len(one.parts), default=None)


def _read(path: Path) -> dict[str, _Submission]:
    """The entries by folder."""
    if path.stat().st_size > _LARGEST_BYTES:
        raise AuthoringError(
            f"{_METADATA} has more than {_LARGEST_BYTES >> 20} MiB; export fewer submissions at "
            "once, or collect with --from folder"
        )
    found: dict[str, _Submission] = {}
    try:
        for place, value in _scalars(path):
            if len(place) >= 2:
                _note(found, place, value)
    except (yaml.YAMLError, UnicodeError, ValueError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise AuthoringError(
            f"{_METADATA} can't be read ({first}); export again, or collect with --from folder"
        ) from error
    return found


def _note(found: dict[str, _Submission], place: tuple[str, ...], value: str) -> None:
    """Put one scalar of the metadata where it belongs; most of them are results."""
    key, field = place[0], place[1]
    known = found.setdefault(key, _Submission((), None))
    if field == ":created_at" and len(place) == 2:
        found[key] = _Submission(known.people, parsed(value))
    elif field == ":submitters" and len(place) == 4 and value not in ("", "~", "null"):
        people = list(known.people)
        index = int(place[2])
        while len(people) <= index:
            people.append(Who(""))
        people[index] = _with(people[index], place[3], value)
        found[key] = _Submission(tuple(people), known.created)


def _with(who: Who, field: str, value: str) -> Who:
    ids = dict(who.ids)
    if field == ":sid":
        ids = {"gradescope_id": value, "id": value, **ids}
    elif field == ":email":
        ids = {**ids, "email": value}
    name = value if field == ":name" else who.name
    made = ids.get("id") or ids.get("email", "").partition("@")[0] or name
    return Who(made_id(made), tuple(ids.items()), name)


def _scalars(path: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every scalar value with the keys that lead to it; a list's item has its number as key."""
    stack: list[Any] = []  # of a mapping: the key at hand or None; of a sequence: the next number
    with path.open("rb") as file:
        for event in yaml.parse(file, Loader=_LOADER):
            if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
                stack.append(None if isinstance(event, yaml.MappingStartEvent) else 0)
                continue
            if isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                stack.pop()
            elif not isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                continue
            value = event.value if isinstance(event, yaml.ScalarEvent) else ""
            if not stack:
                continue
            if stack[-1] is None:
                stack[-1] = value
                continue
            if isinstance(event, yaml.ScalarEvent):
                yield tuple(str(key) for key in stack), value
            stack[-1] = stack[-1] + 1 if isinstance(stack[-1], int) else None
