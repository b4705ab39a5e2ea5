"""`autograder grade-one`: one submission, judged where there is no gradebook to write.

Nothing of a course is needed but the source notebook, which says what the tasks are and what they
are worth; cases and mistakes are the course's or the kit's own. The author's cells are those that
`nbgrader generate_assignment` would record, so that the points are those of `autograder grade`.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

import autograder
from autograder.course.cases import find_cases, find_mistakes
from autograder.course.files import files_beside, no_link
from autograder.course.settings import load_config, settings_in
from autograder.errors import AuthoringError, SubmissionError
from autograder.exports.mark import Mark, MarkState
from autograder.grading.job import Context, Job, Result
from autograder.lang.editions import find_editions
from autograder.notebook import find_source, read, read_bytes
from autograder.sandbox.doctor import best_tier
from autograder.sandbox.policy import Limits, Tier
from autograder.verdict import Report

__all__ = ["AskedOne", "grade_one"]


@dataclass(frozen=True)
class AskedOne:
    """The command line of `autograder grade-one`.

    `notebook` is the file, or a folder that holds it; a folder's other files are taken along.
    `source` is the source notebook; without, the nearest `source/<assignment>/`, else the kit's.
    """

    notebook: Path
    assignment: str
    student: str = "student"
    source: Path | None = None
    confinement: str = ""
    limits: Mapping[str, Any] = field(default_factory=dict)


def grade_one(asked: AskedOne) -> Mark:
    """Judge the submission; a mark without a score says why there is none.

    Raises `AuthoringError` where the command line or the assignment has to be mended, and
    `SandboxError` where the machine has to.
    """
    if not asked.notebook.exists():
        raise AuthoringError(f"there is no {asked.notebook}; name the notebook, or its folder")
    source, notebook = _source(asked), asked.notebook.absolute()
    root = source.parents[2] if source.parent.parent.name == "source" else source.parent
    with contextlib.chdir(root):
        settings = settings_in(load_config(root), **asked.limits)
        tier = _tier(asked.confinement or settings.confinement)
        try:
            job = _job(asked, notebook, settings.limits)
        except SubmissionError as error:
            report = Report(assignment=asked.assignment, student=asked.student, reason=str(error))
            return _mark(Result(report=report), {})
        context = _context(
            asked.assignment, source, tier, settings.limits, settings.cases_directory
        )
        return _mark(_graded(context, job), _max_points(context))


def _source(asked: AskedOne) -> Path:
    """The source notebook, absolute. Raises `AuthoringError` where there is none."""
    if asked.source is None:
        try:
            return find_source(Path.cwd(), asked.assignment)
        except AuthoringError:
            return find_source(Path(autograder.__file__).parent, asked.assignment)
    path = asked.source.absolute()
    if path.is_dir():
        path = path / f"{asked.assignment}.ipynb"
    if not path.is_file():
        raise AuthoringError(
            f"there is no {path}; --source names the source notebook (with solutions), or the "
            f"folder that holds {asked.assignment}.ipynb"
        )
    return path


def _tier(wanted: str) -> Tier:
    if wanted not in ("", *Tier):
        raise AuthoringError(f"there is no confinement {wanted!r}; it is strict, basic or none")
    return best_tier(wanted)


def _job(asked: AskedOne, notebook: Path, limits: Limits) -> Job:
    """The submission's bytes. Raises `SubmissionError` where there is no notebook to judge."""
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    if notebook.is_dir():
        files, left_out = files_beside(notebook, limits)
        notebook = _in_folder(notebook, asked.assignment)
    no_link(notebook)
    data = read_bytes(notebook)
    return Job(
        student=asked.student,
        notebooks={asked.assignment: data},
        files=files,
        left_out=tuple(left_out),
    )


def _in_folder(folder: Path, assignment: str) -> Path:
    """The assignment's notebook, or the only one there is, whatever it is called."""
    found = sorted(path for path in folder.glob("*.ipynb") if not path.name.startswith("."))
    named = [path for path in found if path.stem == assignment]
    if len(found) == 1 or named:
        return (named or found)[0]
    names = ", ".join(path.name for path in found) or "none"
    raise SubmissionError(
        f"{assignment}.ipynb was expected, and of notebooks there is: {names}. Hand in again, with "
        "that name."
    )


def _context(
    assignment: str, source: Path, tier: Tier, limits: Limits, cases_directory: str
) -> Context:
    from autograder.course.stub import authored_of, course_config

    config = course_config(Path())
    # Beside a notebook that lies elsewhere there may be anything.
    files = files_beside(source.parent, limits)[0] if source.parent.name == assignment else {}
    try:
        notebook = read(source)
    except SubmissionError as error:
        raise AuthoringError(f"the source {source} can't be used: {error}") from error
    cases, mistakes = find_cases(assignment, cases_directory), find_mistakes(assignment)
    return Context(
        assignment=assignment,
        authored={assignment: authored_of(notebook, source.parent, assignment, config)},
        cases=cases,
        mistakes=mistakes,
        editions=find_editions(assignment, source.parents[1], (cases, mistakes)),
        limits=limits,
        tier=tier,
        hidden=(Path.cwd(),),
        files=files,
    )


def _graded(context: Context, job: Job) -> Result:
    from autograder.sandbox.host import Sandbox

    # It imports torch in a process of its own, while this one does the same for the judge.
    with contextlib.closing(Sandbox(context.limits, context.tier, hidden=context.hidden)) as runner:
        from autograder.grading.engine import Engine
        from autograder.grading.one import grade
        from autograder.judge.run import Judge
        from autograder.restore import authored_alone

        judge = Judge(context.cases, context.mistakes)
        with Engine(context.assignment, judge, runner) as engine:
            for authored in context.authored.values():
                engine.check(authored_alone(authored))
            return grade(engine, context, job)


def _max_points(context: Context) -> dict[str, float]:
    cells = [cell for authored in context.authored.values() for cell in authored.cells]
    return {cell.name: cell.points for cell in cells if cell.points is not None}


def _mark(result: Result, max_points: Mapping[str, float]) -> Mark:
    report = result.report
    scores = {
        name: points
        for graded in result.notebooks.values()
        for name, points in graded.marks.scores.items()
    }
    mark = Mark(
        assignment=report.assignment,
        student=report.student,
        state=MarkState.UNGRADED,
        points={name: scores.get(name) for name in max_points},
        max_points=dict(max_points),
        why=report.reason,
        report=report,
    )
    if not report.graded:
        return mark
    total = round(sum(points or 0.0 for points in scores.values()), 2)
    state = MarkState.WAITS if mark.waiting else MarkState.GRADED
    return replace(mark, state=state, raw_score=total, score=total)
