"""The grading of one job, from the submission's bytes to its result."""

from collections.abc import Sequence

from msgspec.structs import replace

from autograder.errors import AutograderError, SubmissionError
from autograder.grading.engine import Engine
from autograder.grading.feedback import told_in
from autograder.grading.job import Context, Graded, Job, Result
from autograder.grading.marks import limit_outputs, marks_of, show_results, undecided
from autograder.lang.cells import authored_in, language_of
from autograder.notebook import clear_outputs, parse, to_text
from autograder.restore import restore
from autograder.sandbox.forker import ZygoteLost
from autograder.verdict import Report

__all__ = ["grade", "joined"]


def grade(engine: Engine, context: Context, job: Job) -> Result:
    """Restore, run and judge a submission; whatever stops it is the reason in the report.

    Raises `ZygoteLost` alone, of the errors that have a message.
    """
    report = Report(assignment=context.assignment, student=job.student)
    graded: dict[str, Graded] = {}
    try:
        for name, data in sorted(job.notebooks.items()):
            judged, done = _one(engine, context, job, name, data)
            report = joined(report, judged, job.left_out)
            if done is None:
                return Result(report=replace(report, reason=undecided(judged)), lasting=False)
            graded[name] = done
    except ZygoteLost:
        raise
    except AutograderError as error:
        lasts = isinstance(error, SubmissionError)
        return Result(report=replace(report, reason=str(error)), lasting=lasts)
    except Exception as error:  # one odd submission must not cost the others
        reason = f"{type(error).__name__}: {error}"
        return Result(report=replace(report, reason=reason), lasting=False)
    return Result(report=report, notebooks=graded)


def joined(so_far: Report, judged: Report, left_out: Sequence[str]) -> Report:
    """The report on a submission with the notebook that was judged last."""
    left = (f"not taken along: {', '.join(left_out)}",) if left_out else ()
    return replace(
        judged,
        tasks=(*so_far.tasks, *judged.tasks),
        notes=tuple(dict.fromkeys((*so_far.notes, *judged.notes, *left))),
        seconds=round(so_far.seconds + judged.seconds, 3),
    )


def _one(
    engine: Engine, context: Context, job: Job, name: str, data: bytes
) -> tuple[Report, Graded | None]:
    """Grade one notebook of a submission; nothing but a report where a case was undecided."""
    notebook = parse(data, f"{name}.ipynb")
    clear_outputs(notebook)
    language = language_of(notebook)
    lesson = context.editions.lesson_in(language)
    notes = restore(notebook, authored_in(context.authored[name], lesson))
    engine.check(notebook)
    judged = engine.grade(notebook, job.student, {**job.files, **context.files})
    words = context.editions.feedback_in(language)
    judged = told_in(replace(judged, notes=notes), words)
    if not judged.graded:
        return judged, None
    show_results(notebook, judged, words.say)
    limit_outputs(notebook, context.outputs)
    marks = marks_of(notebook, judged)
    return judged, Graded(data=to_text(notebook).encode(), marks=marks)
