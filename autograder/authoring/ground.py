"""What can be told of an assignment before anything runs in a sandbox."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring.cells import cell_findings, judged_below, only_sound, points
from autograder.authoring.findings import Finding, from_lines
from autograder.authoring.names import repeated_cases, repeated_definitions
from autograder.course.cases import find_cases, find_mistakes
from autograder.course.files import files_beside
from autograder.course.release import marker_problems, release_problems, secret_lines
from autograder.course.stub import course_config, course_limits, release_of
from autograder.errors import AuthoringError
from autograder.judge.diagnosis import Diagnostician
from autograder.judge.mistakes import Mistake, mistake_problems, read_mistakes
from autograder.judge.run import Judge
from autograder.notebook import Notebook, grade_id, is_graded, is_solution, read
from autograder.sandbox.policy import Limits

__all__ = ["Ground", "survey"]


@dataclass(frozen=True)
class Ground:
    """An assignment as its files have it, and what is wrong with them.

    `notebook` is the source without the graded cells that can't be judged; `stub` is the same
    with what a release leaves in the solution cells, None where there is no release. `cases` and
    `mistakes` are folders. `graded` are all graded cells, `judged` those that have cases, and
    `bereft` those that name cases which are not there; `below` has the cells that judge each
    solution cell, without the bereft. `diagnosing` says whether the mistakes can
    be told apart at all.
    """

    assignment: str
    notebook: Notebook
    stub: Notebook | None
    cases: Path
    graded: tuple[str, ...]
    judged: tuple[str, ...]
    bereft: tuple[str, ...]
    below: Mapping[str, tuple[str, ...]]
    mistakes: Path | None
    named: tuple[Mistake, ...]
    diagnosing: bool
    points: tuple[float, float]
    limits: Limits
    files: dict[str, bytes]
    findings: tuple[Finding, ...]
    leaks: tuple[Finding, ...]


def survey(source: Path, assignment: str) -> Ground:
    """Look at an assignment's files, in the course's folder, where `source` is its notebook."""
    notebook, config = read(source), course_config(Path())
    limits = course_limits(config)
    cases = find_cases(assignment, config.SubmissionExporter.get("cases_directory", ""))
    mistakes = find_mistakes(assignment)
    collected, findings = _collected(cases)
    findings += cell_findings(notebook, source, collected)
    named, diagnosing, mistaken = _named(mistakes)
    released, leaks = _released(notebook, source.parent, assignment, config)
    sound = only_sound(notebook, collected or ())
    graded = tuple(grade_id(cell) for cell in notebook.cells if is_graded(cell))
    left = {grade_id(cell) for cell in sound.cells}
    files, _ = files_beside(source.parent, limits)
    return Ground(
        assignment=assignment,
        notebook=sound,
        stub=_stubbed(sound, released) if released is not None else None,
        cases=cases if collected is not None else find_cases("none"),
        graded=graded,
        judged=tuple(name for name in map(grade_id, sound.cells) if name in (collected or ())),
        bereft=tuple(name for name in graded if name not in left),
        below={
            cell: tuple(name for name in names if name in left)
            for cell, names in judged_below(notebook).items()
        },
        mistakes=mistakes,
        named=tuple(named),
        diagnosing=diagnosing,
        points=points(notebook),
        limits=limits,
        files=files,
        findings=(*findings, *mistaken),
        leaks=tuple(leaks),
    )


def _collected(cases: Path) -> tuple[set[str] | None, list[Finding]]:
    """The grade_ids that have cases, None where they can't be collected; and what is wrong."""
    found = repeated_definitions(cases, "test_", "case")
    try:
        with Judge(cases) as judge:
            return set(judge.cases), found + repeated_cases(judge)
    except AuthoringError as error:
        advice = "mend this first: without cases, only cells with plain asserts are judged below"
        return None, [*found, Finding("cases", str(cases), str(error), advice)]


def _named(folder: Path | None) -> tuple[list[Mistake], bool, list[Finding]]:
    """The named mistakes, whether answers can be diagnosed by them, and what is wrong."""
    if folder is None:
        return [], False, []
    found = repeated_definitions(folder, "", "mistake")
    try:
        mistakes = read_mistakes(folder)
    except AuthoringError as error:
        return [], False, [*found, Finding("mistakes", str(folder), str(error), "mend the module")]
    problems = mistake_problems(mistakes)
    found += from_lines("duplicate name", f"mistakes in {folder.name}", problems)
    if problems:
        return mistakes, False, found
    try:
        Diagnostician(folder)
    except (AuthoringError, AttributeError) as error:
        advice = "a folder of mistakes needs PROBES in probes.py and ASKED in asked.py"
        return mistakes, False, [*found, Finding("mistakes", str(folder), str(error), advice)]
    return mistakes, True, found


def _released(
    source: Notebook, folder: Path, assignment: str, config: Any
) -> tuple[Notebook | None, list[Finding]]:
    """What students would get, and what must not be in it."""
    advice = "mend the markers, or take the line out; `nbgrader generate_assignment` refuses it too"
    found = from_lines("leak", "release", marker_problems(source), advice)
    try:
        released = release_of(source, folder, assignment, config)
    except AuthoringError as error:
        return None, [*found, Finding("no release", folder.name, str(error), "mend the source")]
    leaks = release_problems(released, secret_lines(source), folder)
    return released, found + from_lines("leak", "release", leaks, advice)


def _stubbed(source: Notebook, released: Notebook) -> Notebook:
    """The source with the solution cells of its release: what is judged where nothing is done."""
    given = {grade_id(cell): cell.source for cell in released.cells if is_solution(cell)}
    stub = only_sound(source, [name for name in map(grade_id, source.cells) if name])
    for cell in stub.cells:
        if is_solution(cell) and not is_graded(cell):
            cell.source = given.get(grade_id(cell), cell.source)
    return stub
