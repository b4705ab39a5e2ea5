"""PrairieLearn's `results.json` for one submission.

The format is that of PrairieLearn's docs/externalGrading.md ("Grading results", commit 06a6d590):
`score` is a share in 0..1; `gradable: false` with `format_errors` makes an attempt that is neither
counted nor worth 0; `tests` have `name`, `description`, `points`, `max_points`, `message`,
`output`; the file has 1 MB at most.
"""

from typing import Any

from autograder.exports.mark import Mark, told_to_students
from autograder.grading.feedback import as_text, headline

__all__ = ["results"]

_LONGEST = 10_000
"""Characters of a test's output, so that 25 tasks are far from 1 MB in any script."""


def results(mark: Mark) -> dict[str, Any]:
    """The object, with a test for each task that has points."""
    if mark.score is None:
        return {"gradable": False, "format_errors": [told_to_students(mark)]}
    share = mark.score / mark.max_score if mark.max_score else 0.0
    waiting = f" Graded by hand, and not in it yet: {', '.join(mark.waiting)}."
    return {
        "gradable": True,
        "score": min(1.0, max(0.0, round(share, 6))),
        "message": f"{mark.score:g} of {mark.max_score:g} points."
        + (waiting if mark.waiting else ""),
        "tests": [_test(mark, name, p) for name, p in mark.points.items() if p is not None],
    }


def _test(mark: Mark, grade_id: str, points: float) -> dict[str, Any]:
    task = mark.task(grade_id)
    return {
        "name": task.task if task else grade_id,
        "description": headline(task) if task else "",
        "points": round(points, 2),
        "max_points": mark.max_points[grade_id],
        "output": as_text(task)[:_LONGEST] if task else "",
    }
