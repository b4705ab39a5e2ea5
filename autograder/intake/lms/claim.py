"""What a download says about a file: whose it is, of which attempt, and where it lay in it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from autograder.intake.arrivals import Arrival

__all__ = ["Claim", "Context", "Who", "share"]


@dataclass(frozen=True)
class Who:
    """What a download says of a person; `people` looks them up in the roster."""

    made: str
    """The student id to use where the roster has nobody, and there is no other claim to it."""
    ids: tuple[tuple[str, str], ...] = ()
    """Pairs of a roster's column and a value, the surest first: `("canvas_id", "12345")`."""
    name: str = ""


@dataclass(frozen=True)
class Claim:
    """A file, and what the download says about it. `who` is None where it says nothing."""

    arrival: Arrival
    who: Who | None
    inner: tuple[str, ...]
    """Folders and name below the submission's own folder."""
    attempt: str = ""
    """Files of one attempt belong together; a later attempt supersedes them all."""
    order: float = 0.0
    """Of attempts: the later has the larger. Comparable within one kind of download."""
    rank: float = 0.0
    """Of files in an attempt: the later has the larger, where the LMS numbers files."""
    handed_in: datetime | None = None
    late: bool = False
    why: str = ""
    """Where `who` is None: why, if that can be said better than in general."""
    knows_times: bool = True
    """Whether a file's own time says when it was changed, and not when it was downloaded."""


@dataclass(frozen=True)
class Context:
    """What recognisers may know of the course."""

    assignment: str
    stems: Collection[str] = ()
    """Names of the assignment's notebooks without `.ipynb`, folded."""
    ids: Collection[str] = ()
    """Ids of the roster, folded."""
    logins: Collection[str] = ()
    """GitHub logins of the roster, in lower case."""


def share(arrivals: Collection[Arrival], fits: Collection[Arrival]) -> float:
    """How much of a download a recogniser reads."""
    return len(fits) / len(arrivals) if arrivals else 0.0
