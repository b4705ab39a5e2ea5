"""Brings together what `autograder status` shows: reports, submissions, manifests, the roster."""

from pathlib import Path

from autograder.errors import AuthoringError
from autograder.grading.reports import load_reports
from autograder.intake.manifest import load_manifests
from autograder.intake.roster import Roster, load_roster
from autograder.intake.status import Standing, received, standings

__all__ = ["class_standing"]


def class_standing(
    assignment: str, submitted: Path, reports: Path, roster: Path | None
) -> list[Standing]:
    """Where everyone stands. Raises `AuthoringError` where nobody is known at all."""
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
    return found
