"""Brings together what `autograder status` shows: reports, submissions, manifests, the roster."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from autograder.errors import AuthoringError
from autograder.grading.given import Hands
from autograder.grading.reports import load_reports
from autograder.intake.manifest import load_manifests
from autograder.intake.roster import Roster, load_roster
from autograder.intake.status import Standing, State, received, standings

__all__ = ["class_standing"]


def class_standing(
    assignment: str,
    submitted: Path,
    reports: Path,
    roster: Path | None,
    hands: Sequence[Hands] = (),
) -> list[Standing]:
    """Where everyone stands, and which tasks of theirs wait by `hands`.

    Raises `AuthoringError` where nobody is known at all.
    """
    if roster is None and Path("roster.csv").is_file():
        roster = Path("roster.csv")
    people = load_roster(roster) if roster else Roster()
    folder = reports / assignment
    written = {
        report.student: (report, (folder / f"{report.student}.json").stat().st_mtime)
        for report in (load_reports(reports, assignment) if any(folder.glob("*.json")) else [])
    }
    found = standings(
        people, received(submitted, assignment), load_manifests(submitted, assignment), written
    )
    if not found:
        raise AuthoringError(
            f"nothing is known of {assignment}: nobody is in {submitted}, and there is no roster; "
            f"run `autograder collect {assignment} DOWNLOAD` in the course's folder first"
        )
    return [_with_hands(one, hands) for one in found]


def _with_hands(one: Standing, hands: Sequence[Hands]) -> Standing:
    """Who is graded may wait for a person; who is not waits for something else first."""
    waits = [hand.task for hand in hands if one.student in hand.first]
    waits += [f"{hand.task} again" for hand in hands if one.student in hand.again]
    if one.state not in (State.GRADED, State.WITH_NOTES):
        return one
    return replace(one, by_hand=", ".join(waits))
