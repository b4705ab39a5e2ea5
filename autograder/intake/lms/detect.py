"""Which system made a download, and what it says of each file."""

from collections.abc import Sequence
from types import ModuleType

from autograder.errors import AuthoringError
from autograder.intake.arrivals import Arrival
from autograder.intake.lms import canvas, exchange, folder, github, gradescope, moodle
from autograder.intake.lms.claim import Claim, Context

__all__ = ["KINDS", "claims_of", "detected"]

KINDS: dict[str, ModuleType] = {
    "gradescope": gradescope,
    "moodle": moodle,
    "canvas": canvas,
    "nbgrader": exchange,
    "github": github,
    "folder": folder,
}
"""By the name that `--from` takes, the surest structure first."""
_ENOUGH = 0.5
"""Half of the files; teachers put files of their own into a download."""


def detected(arrivals: Sequence[Arrival], context: Context) -> str:
    """The kind of the download that `arrivals` came from."""
    plain = _handed_in(arrivals)
    for kind, recogniser in KINDS.items():
        # A repository's own .git tells GitHub's clones from other folders.
        seen = [one for one in arrivals if one.parts] if kind == "github" else plain
        if recogniser.likeness(seen, context) >= _ENOUGH:
            return kind
    return "folder"


def claims_of(kind: str, arrivals: Sequence[Arrival], context: Context) -> list[Claim]:
    """What a download of this kind says of each file that someone handed in.

    Raises `AuthoringError` for an unknown kind.
    """
    if kind not in KINDS:
        raise AuthoringError(f"there is no --from {kind}; it is one of {', '.join(KINDS)}")
    claims: list[Claim] = KINDS[kind].claims(_handed_in(arrivals), context)
    return claims


def _handed_in(arrivals: Sequence[Arrival]) -> list[Arrival]:
    return [
        one for one in arrivals if one.parts and not one.noise and (one.refused or not one.opened)
    ]
