"""One assignment of a course folder, verified: everything is tried, everything wrong is kept."""

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.assignment import tasks_of
from autograder.authoring import matrix
from autograder.authoring.findings import KEPT, REDUNDANT, Case, Finding, Row, Verification
from autograder.authoring.ground import Ground, survey
from autograder.authoring.outcomes import (
    SOLUTION,
    case_faults,
    caught,
    columns,
    judged_findings,
    plant_findings,
    rows_of,
    undecided_findings,
)
from autograder.authoring.planting import Plot, Workshop
from autograder.authoring.sowing import Seeds, sow, stale
from autograder.authoring.summary import checks_of
from autograder.authoring.workers import Judgement, judge_plants
from autograder.errors import AuthoringError
from autograder.notebook import find_source
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.host import Sandbox
from autograder.verdict import Judged, Report

__all__ = ["Options", "assignments", "verify"]

Progress = Callable[[int, int], None]
"""Called with how many plants are judged, and of how many."""
_SOLUTIONS = 3
"""Random inputs are drawn from a submission's seed: the solution is graded with so many."""


@dataclass(frozen=True)
class Options:
    """What to try, and how.

    `quick` leaves out the collected answers and the mutants. `answers` is their folder, by default
    `tests/answers/<assignment>` of the course. `whole` has every case run on every wrong plant,
    for the matrix, where two failures are enough to know what a case is for.
    """

    quick: bool = False
    answers: Path | None = None
    whole: bool = False
    workers: int = 1
    confinement: str = ""


def assignments(course: Path) -> list[str]:
    """The assignments with a source notebook. Raises `AuthoringError` where there are none."""
    found = sorted(
        path.stem for path in course.glob("source/*/*.ipynb") if path.stem == path.parent.name
    )
    if not found:
        raise AuthoringError(
            f"there is no source/<assignment>/<assignment>.ipynb in {course.absolute()}; "
            "run this in the course's folder"
        )
    return found


def verify(
    course: Path,
    assignment: str,
    options: Options,
    progress: Progress | None = None,
    sandbox: Sandbox | None = None,
) -> Verification:
    """Verify an assignment of the course in the folder `course`.

    In `sandbox`, where one is open already and the course's limits don't matter. Raises
    `AuthoringError` where there is nothing to verify, and `SandboxError` where this machine can't
    run student code.
    """
    started = time.perf_counter()
    source = find_source(course.absolute(), assignment)
    answers = options.answers.absolute() if options.answers else None
    if answers is not None and not answers.is_dir():
        raise AuthoringError(f"there is no folder {answers}; --answers names the answers' folder")
    with contextlib.chdir(source.parents[2]):
        ground = survey(source, assignment)
        seeds = sow(ground, answers or Path("tests", "answers", assignment), quick=options.quick)
        plot = _plot(ground, options, sandbox)
        with Workshop(plot, sandbox) as workshop:
            names = [SOLUTION, *(f"{SOLUTION}, draw {n}" for n in range(2, _SOLUTIONS + 1))]
            solutions = [workshop.grade(ground.notebook, name) for name in names]
            stub = workshop.grade(ground.stub, "the stub") if ground.stub is not None else None
            judgements = []
            for one in judge_plants(seeds.plants, workshop, plot, options.workers):
                judgements.append(one)
                if progress is not None:
                    progress(len(judgements), len(seeds.plants))
            tasks = [
                task.grade_id
                for task in tasks_of(ground.notebook, workshop.judge.cases)
                if task.judged is not Judged.BY_HAND
            ]
            cases = columns(workshop.judge, tasks)
            confinement = workshop.confinement
    place = {plant: number for number, plant in enumerate(seeds.plants)}
    judgements.sort(key=lambda one: place[one[0]])
    found = _findings(ground, seeds, solutions, stub, judgements)
    rows = _rows(judgements, cases)
    return Verification(
        assignment=assignment,
        checks=tuple(checks_of(ground, seeds, solutions[0], stub, judgements, cases)),
        findings=tuple(found),
        # A few wrong answers say little about what a case is for.
        notes=() if options.quick else (*seeds.notes, *_notes(cases, rows)),
        cases=tuple(cases),
        rows=tuple(rows),
        confinement=confinement,
        seconds=round(time.perf_counter() - started, 1),
    )


def _plot(ground: Ground, options: Options, sandbox: Sandbox | None) -> Plot:
    return Plot(
        assignment=ground.assignment,
        notebook=ground.notebook,
        files=ground.files,
        cases=ground.cases,
        mistakes=ground.mistakes,
        diagnosing=ground.diagnosing,
        limits=ground.limits,
        tier=sandbox.tier if sandbox else best_tier(options.confinement),
        enough=0 if options.whole else 2,
    )


def _findings(
    ground: Ground,
    seeds: Seeds,
    solutions: Sequence[Report],
    stub: Report | None,
    judgements: Sequence[Judgement],
) -> list[Finding]:
    """Everything that has to be mended, the author's files first."""
    found = [*ground.findings, *ground.leaks, *seeds.findings]
    for report in solutions:
        found += judged_findings(report, of_stub=False)
    if stub is not None:
        found += judged_findings(stub, of_stub=True)
    whole = [(report.student, task) for report in solutions for task in report.tasks]
    whole += [("the stub", task) for task in stub.tasks] if stub is not None else []
    planted = [(f"{plant.kind} {plant.name}", task) for plant, got in judgements for task in got]
    found += case_faults(whole + planted)
    survivors = [plant.name for plant, got in judgements if not caught(got)]
    allowed = {
        mutant.name
        for mutant in seeds.mutants.values()
        if any(one.is_of(mutant) for one in seeds.equivalents)
    }
    wanted = [one for one in judgements if one[0].name not in allowed]
    found += undecided_findings(wanted)
    for plant, results in wanted:
        mutant = seeds.mutants.get(plant.name)
        found += plant_findings(plant, results, mutant.as_equivalent() if mutant else "")
    return list(dict.fromkeys(found + stale(seeds, survivors)))


def _rows(judgements: Sequence[Judgement], cases: Sequence[Case]) -> list[Row]:
    sizes: dict[str, int] = {}
    for case in cases:
        sizes[case.grade_id] = sizes.get(case.grade_id, 0) + 1
    return [row for plant, results in judgements for row in rows_of(plant, results, sizes)]


def _notes(cases: Sequence[Case], rows: Sequence[Row]) -> list[Finding]:
    """What is good to know and need not be mended."""
    advice = (
        'mostly nothing to do: it gives partial credit or a clearer sentence; keep="…" says why'
    )
    return [
        Finding(KEPT, case.grade_id, f"{case.name}: {case.keep}")
        if case.keep
        else Finding(REDUNDANT, case.grade_id, case.name, advice)
        for case in matrix.redundant(cases, rows)
    ]
