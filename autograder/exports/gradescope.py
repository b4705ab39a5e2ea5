"""Gradescope's `results.json` for one submission.

The format is that of Gradescope's autograder specifications
(gradescope-autograders.readthedocs.io/en/latest/specs/): a `score` at the top overrides the sum of
`tests`; one of both is required. A test has `score`, `max_score`, `status` (passed, failed),
`name`, `output`, `output_format`. Without a mark there is neither score nor tests: that
is not a whole result by these rules, so that it is no 0.
"""

from typing import Any

from autograder.exports.mark import Mark, told_to_students
from autograder.grading.feedback import as_text
from autograder.lang.catalogue import ENGLISH
from autograder.lang.editions import kit_catalogue

__all__ = ["results"]

_LONGEST = 20_000
"""Characters of a test's output; the whole of a feedback is a tenth of it."""


def results(mark: Mark) -> dict[str, Any]:
    """The object: a test for each task that has points, with what the student reads about it."""
    say = kit_catalogue(mark.report.language if mark.report else ENGLISH).say
    if mark.score is None:
        told = say(f"No mark: {told_to_students(mark)}")
        return {"output": told, "stdout_visibility": "hidden"}
    return {
        "score": mark.score,
        "execution_time": round(mark.report.seconds, 3) if mark.report else 0,
        "output": "\n".join(say(line) for line in _whole(mark)),
        "output_format": "text",
        # What graders write there is for instructors: it may say what a hidden case holds.
        "stdout_visibility": "hidden",
        "tests": [_test(mark, name, p) for name, p in mark.points.items() if p is not None],
    }


def _test(mark: Mark, grade_id: str, points: float) -> dict[str, Any]:
    task, most = mark.task(grade_id), mark.max_points[grade_id]
    return {
        "name": task.task if task else grade_id.removesuffix("-test").replace("-", " "),
        "score": round(points, 2),
        "max_score": most,
        "status": "passed" if points >= most else "failed",
        "output": as_text(task)[:_LONGEST] if task else "",
        "output_format": "text",
    }


def _whole(mark: Mark) -> list[str]:
    lines = [f"{mark.score:g} of {mark.max_score:g} points."]
    if mark.penalty:
        lines.append(f"{mark.penalty:g} points are taken off for handing in late.")
    if mark.waiting:
        lines.append(f"Graded by hand, and not in it yet: {', '.join(mark.waiting)}.")
    lines += mark.report.notes if mark.report else ()
    return lines
