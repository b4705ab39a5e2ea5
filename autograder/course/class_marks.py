"""The marks of a class: the gradebook's points, the roster's people, and whether they hold."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from autograder.course.scores import Score, Scores
from autograder.exports.mark import Mark, MarkState
from autograder.grading.reports import load_reports
from autograder.intake.manifest import load_manifests
from autograder.intake.roster import Person, Roster
from autograder.intake.status import Standing, State, received, standings
from autograder.verdict import Report

__all__ = ["class_marks"]

_Value = TypeVar("_Value")
_STALE = "changed after it was graded; run `autograder grade` again"
_UNREAD = "handed in and not graded yet; run `autograder grade`"


@dataclass(frozen=True)
class _Known:
    """What is known of one person, from wherever."""

    standing: Standing | None
    person: Person | None
    score: Score | None
    report: Report | None


def class_marks(
    assignment: str, scores: Scores, roster: Roster, submitted: Path, reports: Path
) -> list[Mark]:
    """Everyone's mark, the roster's people first and in its order.

    A score of the gradebook counts unless the file was changed after it was graded, or the report
    says that the submission could not be judged and nobody has given all of its points by hand.
    """
    folder = reports / assignment
    found = load_reports(reports, assignment) if any(folder.glob("*.json")) else []
    written = {
        one.student: (one, (folder / f"{one.student}.json").stat().st_mtime) for one in found
    }
    there = received(submitted, assignment)
    manifests = load_manifests(submitted, assignment)
    known = {one.student: one for one in standings(roster, there, manifests, written)}
    people = {person.id: person for person in roster.people}
    others = sorted((scores.students.keys() | scores.submissions.keys()) - known.keys())
    return [
        _mark(
            assignment,
            student,
            scores,
            _Known(
                known.get(student),
                people.get(student),
                scores.submissions.get(student),
                written[student][0] if student in written else None,
            ),
        )
        for student in (*known, *others)
    ]


def _mark(assignment: str, student: str, scores: Scores, known: _Known) -> Mark:
    score = known.score or Score()
    state, why = _state(known)
    counts = state in (MarkState.GRADED, MarkState.WAITS)
    raw = round(sum(points or 0.0 for points in score.points.values()), 2)
    first, last, email = scores.students.get(student, ("", "", ""))
    person = known.person or Person(student, first, last, {"email": email})
    ids = {name: value for name, value in person.ids.items() if name not in ("email", "name")}
    return Mark(
        assignment=assignment,
        student=student,
        name=person.name or (known.standing.name if known.standing else ""),
        first_name=person.first_name,
        last_name=person.last_name,
        email=person.ids.get("email", "") or email,
        ids=ids,
        state=state,
        points=_in_order(score.points, known.report),
        max_points=_in_order(scores.max_points, known.report),
        raw_score=raw if counts else None,
        penalty=round(score.penalty, 2),
        score=round(max(0.0, raw - score.penalty), 2) if counts else None,
        handed_in=score.timestamp,
        why=why,
        report=known.report,
    )


def _state(known: _Known) -> tuple[MarkState, str]:
    standing = known.standing.state if known.standing else State.MISSING
    points = list(known.score.points.values()) if known.score else []
    given = [one for one in points if one is not None]
    if standing is State.STALE:
        return MarkState.STALE, _STALE
    if not given:
        if standing in (State.MISSING, State.REFUSED) and known.score is None:
            return MarkState.MISSING, known.standing.why if known.standing else ""
        return MarkState.UNGRADED, known.report.reason if known.report else _UNREAD
    refused = known.report is not None and not known.report.graded
    if refused and len(given) < len(points):
        return MarkState.UNGRADED, known.report.reason if known.report else ""
    needs = known.score is not None and known.score.needs_a_hand
    if needs or len(given) < len(points):
        return MarkState.WAITS, ""
    return MarkState.GRADED, ""


def _in_order(values: Mapping[str, _Value], report: Report | None) -> dict[str, _Value]:
    """The tasks in the notebook's order, where a report knows it; else in the gradebook's."""
    order = [task.grade_id for task in report.tasks] if report else []
    names = [*(name for name in order if name in values), *values]
    return {name: values[name] for name in names}
