"""The plants of an assignment: the collected answers, the named mistakes, and the mutants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.answers import read_answers
from autograder.authoring.findings import NO_ANSWERS, Finding, Kind
from autograder.authoring.ground import Ground
from autograder.authoring.mutants import (
    EQUIVALENT,
    Equivalent,
    Mutant,
    can_mutate,
    mutants,
    read_equivalents,
)
from autograder.authoring.planting import Plant
from autograder.errors import AuthoringError
from autograder.judge.diagnosis import asked_by

__all__ = ["Seeds", "sow", "stale"]


@dataclass(frozen=True)
class Seeds:
    """What is to be planted. `left_out` says why a kind is not tried; its findings are with it."""

    plants: tuple[Plant, ...]
    equivalents: tuple[Equivalent, ...]
    mutants: Mapping[str, Mutant]
    left_out: Mapping[Kind, str]
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...] = ()


def sow(ground: Ground, answers: Path, *, quick: bool) -> Seeds:
    """The plants of an assignment; with `quick`, the named mistakes alone."""
    below = ground.below
    plants, findings = _mistakes(ground)
    equivalents, changed = [], []
    notes: list[Finding] = []
    left_out = {}
    if not plants:
        why = "there are cases for none of their cells" if ground.named else "none are named"
        left_out[Kind.MISTAKE] = why
    if quick:
        left_out |= dict.fromkeys((Kind.RIGHT, Kind.WRONG, Kind.MUTANT), "left out by --quick")
    else:
        collected, misplaced = _answers(answers, below)
        left_out |= {
            kind: f"there are none in {answers}"
            for kind in (Kind.RIGHT, Kind.WRONG)
            if not any(plant.kind is kind for plant in collected)
        }
        notes += _no_answers(answers, [kind for kind in left_out if kind is not Kind.MISTAKE])
        try:
            named = read_equivalents(ground.mistakes)
            # Nothing can be said of those whose cell has lost its cases.
            equivalents = [one for one in named if below.get(one.cell) != ()]
        except AuthoringError as error:
            findings.append(Finding("equivalent", EQUIVALENT, str(error), "mend the file"))
        if can_mutate():
            changed = mutants(ground.notebook)
        else:
            left_out[Kind.MUTANT] = "not tried: pip install cosmic-ray (the extra verify)"
        plants += collected + [
            Plant(Kind.MUTANT, one.name, below[one.cell], one.cell, one.code) for one in changed
        ]
        findings += misplaced
    judged = tuple(plant for plant in plants if plant.tasks)
    by_name = {one.name: one for one in changed}
    return Seeds(judged, tuple(equivalents), by_name, left_out, tuple(findings), tuple(notes))


def stale(seeds: Seeds, survivors: Sequence[str]) -> list[Finding]:
    """Mutants that are named as equivalent, and are not: they die, or are no more."""
    if not seeds.mutants:
        return []
    found = []
    for one in seeds.equivalents:
        named = [mutant.name for mutant in seeds.mutants.values() if one.is_of(mutant)]
        if not named:
            what = f"no mutant makes {one.after!r} of {one.before!r}"
        elif not set(named) & set(survivors):
            what = f"cases fail on {one.after!r}, so it is no right answer"
        else:
            continue
        where = f"{EQUIVALENT}, cell {one.cell}"
        found.append(Finding("stale", where, what, "take it out of the file"))
    return found


def _answers(
    folder: Path, below: Mapping[str, tuple[str, ...]]
) -> tuple[list[Plant], list[Finding]]:
    answers, misplaced = read_answers(folder, below)
    plants = [Plant(one.kind, one.name, below[one.cell], one.cell, one.code) for one in answers]
    return plants, misplaced


def _no_answers(folder: Path, kinds: Sequence[Kind]) -> list[Finding]:
    if not kinds:
        return []
    where = " and ".join(f"{folder}/<task>/{kind.removesuffix(' answer')}/" for kind in kinds)
    what = " and ".join(f"no {kind}s" for kind in kinds) + f" were tried: there are none in {where}"
    return [Finding(NO_ANSWERS, where, what, "put some there, or name their folder: --answers")]


def _mistakes(ground: Ground) -> tuple[list[Plant], list[Finding]]:
    """A plant for each named mistake, in the order of the cells that ask for it."""
    if ground.mistakes is None or not ground.named or not ground.judged:
        return [], []
    try:
        asked = asked_by(ground.mistakes)
    except (AuthoringError, AttributeError):  # the survey has said so
        return [], []
    where = f"asked.py of {ground.mistakes.name}"
    findings = [
        _without_cases(ground, where, task)
        for task in asked
        if task not in (*ground.judged, *ground.bereft)
    ]
    # A cell that lost its cases is a finding by itself, and ASKED is right about it.
    bereft = {name for task in ground.bereft for name in asked.get(task, ())}
    plants, strangers = [], Counter[str]()
    for number, one in enumerate(ground.named):
        tasks = tuple(task for task in ground.judged if one.asked in asked.get(task, ()))
        if tasks:
            plants.append(Plant(Kind.MISTAKE, one.name, tasks, mistake=number))
        elif one.asked not in bereft:
            strangers[one.asked] += 1
    for name, count in strangers.items():
        what = f"{count} mistake(s) answer for {name}, and no cell with cases asks for it"
        findings.append(
            Finding("mistake not told", where, what, f"add {name} to its cell in ASKED")
        )
    return sorted(plants, key=lambda plant: ground.judged.index(plant.tasks[0])), findings


def _without_cases(ground: Ground, where: str, task: str) -> Finding:
    """What to say of a cell in ASKED whose mistakes are never looked for."""
    if task in ground.graded:
        what, advice = f"the cell {task} has no hidden cases", "write some, or take it out of ASKED"
    else:
        what = f"no graded cell is called {task}; there are {', '.join(ground.graded) or 'none'}"
        advice = "mend the name in ASKED"
    return Finding("unknown grade_id", where, what, advice)
