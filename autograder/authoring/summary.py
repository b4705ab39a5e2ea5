"""The few lines that say how an assignment stands."""

from collections.abc import Sequence

from autograder.authoring.findings import Case, Check, Kind
from autograder.authoring.ground import Ground
from autograder.authoring.outcomes import caught
from autograder.authoring.sowing import Seeds
from autograder.authoring.workers import Judgement
from autograder.verdict import Judged, Report

__all__ = ["checks_of"]


def checks_of(
    ground: Ground,
    seeds: Seeds,
    solution: Report,
    stub: Report | None,
    judgements: Sequence[Judgement],
    cases: Sequence[Case],
) -> list[Check]:
    """A line for each thing that was tried, and for what was not."""
    machine, by_hand = ground.points
    shown = f"{machine + by_hand:g}: {machine:g} judged by machine"
    kinds = {finding.kind for finding in ground.findings}
    checks = [
        Check(
            "points",
            shown + (f", {by_hand:g} by hand" if by_hand else ""),
            not kinds & {"points", "unknown grade_id", "judged by nothing", "nothing is graded"},
        ),
        _marks("solution", solution, machine, machine),
        _marks("stub", stub, machine, 0.0) if stub is not None
        else Check("stub", "not tried: the source can't be released", None),
        Check(
            "release",
            f"{len(ground.leaks)} reason(s) to refuse it" if ground.leaks else "leaks nothing",
            not ground.leaks,
        ),
    ]  # fmt: skip
    planters = (_right, _wrong, _mistakes, _mutants)
    for kind, line in zip(Kind, planters, strict=True):
        some = [one for one in judgements if one[0].kind is kind]
        if kind in seeds.left_out or not some:
            checks.append(Check(f"{kind}s", seeds.left_out.get(kind, "there are none"), None))
        else:
            checks.append(line(some, seeds))
    hidden = len(cases)
    checks.append(Check("cases", f"{hidden} in {len({case.grade_id for case in cases})} cells"))
    return checks


def _marks(label: str, report: Report, most: float, expected: float) -> Check:
    given = [task for task in report.tasks if task.judged is not Judged.BY_HAND]
    total = sum(task.points or 0.0 for task in given)
    undecided = sum(task.points is None for task in given)
    text = f"{total:g} of {most:g} points"
    if undecided:
        text += f", and {undecided} cell(s) where a case could not decide"
    return Check(label, text, total == expected and not undecided)


def _right(some: Sequence[Judgement], _: Seeds) -> Check:
    passed = sum(all(task.passed for task in got) for _, got in some)
    text = f"{passed} of {len(some)} get full marks{_open(some)}"
    return Check("right answers", text, passed == len(some))


def _wrong(some: Sequence[Judgement], _: Seeds) -> Check:
    failed = _failing(some)
    text = f"{failed} of {len(some)} do not pass{_open(some)}"
    return Check("wrong answers", text, failed == len(some))


def _mistakes(some: Sequence[Judgement], _: Seeds) -> Check:
    failed, itself, another = _failing(some), 0, 0
    for plant, results in some:
        told = {task.diagnosis.name for task in results if task.diagnosis}
        itself += told == {plant.name}
        another += bool(told - {plant.name})
    text = f"{failed} of {len(some)} lose points, {itself} are told as themselves"
    text += f", {another} as another{_open(some)}"
    return Check("mistakes", text, failed == itself == len(some) and not another)


def _mutants(some: Sequence[Judgement], seeds: Seeds) -> Check:
    alive = {plant.name for plant, got in some if all(task.passed for task in got)}
    named = {
        name for name in alive if any(one.is_of(seeds.mutants[name]) for one in seeds.equivalents)
    }
    text = f"{_failing(some)} of {len(some)} die"
    if named:
        text += f", {len(named)} named as equivalent"
    if alive - named:
        text += f", {len(alive - named)} survive"
    text += _open(some)
    return Check("mutants", text, _failing(some) + len(named) == len(some))


def _failing(some: Sequence[Judgement]) -> int:
    return sum(caught(got) is True for _, got in some)


def _open(some: Sequence[Judgement]) -> str:
    """How many plants no case failed on, where one raised."""
    count = sum(caught(got) is None for _, got in some)
    return f", {count} not decided" if count else ""
