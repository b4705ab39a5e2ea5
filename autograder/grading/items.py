"""Tasks and cases as a test's items: who passes them, and whether they tell who can do it.

Discrimination is the correlation (Pearson's) of an item with the rest of the score: of a task's
points with the points of all other tasks, and of a case, passed or not, with what the other cases
are worth by their weights. It is read as Ebel reads it (R. L. Ebel, Measuring Educational
Achievement, Prentice-Hall 1965): from .40 very good, .30 to .39 good, .20 to .29 marginal, below
.20 poor. It is None where it says nothing: fewer than `FEW` students, or an item or a rest that
is the same for everyone.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from autograder.verdict import CaseResult, Outcome, Report, TaskResult

__all__ = ["FEW", "Item", "case_items", "marks_of", "task_items"]

FEW = 10
"""Students below which neither discrimination nor fairness is spoken of."""
_ENOUGH = 3
"""Students who must fail, and who must pass, before a negative correlation is more than chance."""
_READINGS = ((0.4, "very good"), (0.3, "good"), (0.2, "marginal"))


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A task, or one of its cases, over everyone who was judged by it.

    `mean` is in points for a task, and the share that passed for a case. `strong` are the best
    quarter by the rest of the score, with everyone who has as much as the last of them.
    """

    grade_id: str
    task: str
    name: str = ""
    """A case's name; empty for a task."""
    line: str = ""
    stage: str = ""
    max_points: float
    """For a case: what its weight is worth of the task's points."""
    students: int
    passed: int
    mean: float
    strong: int
    strong_passed: int
    discrimination: float | None = None

    @property
    def pass_rate(self) -> float:
        """In 0..1."""
        return self.passed / self.students if self.students else 0.0

    @property
    def reading(self) -> str:
        """What the discrimination, in two places as shown, usually means; empty without one."""
        if self.discrimination is None:
            return ""
        shown = round(self.discrimination, 2)
        return next((word for least, word in _READINGS if shown >= least), "poor")

    @property
    def unfair(self) -> str:
        """Why it looks unfair; empty where it does not, or where too few students tell."""
        if self.students < FEW:
            return ""
        if self.strong_passed * 2 < self.strong:
            return (
                f"only {self.strong_passed} of the {self.strong} students who are strongest in "
                "the rest pass it"
            )
        both = min(self.passed, self.students - self.passed) >= _ENOUGH
        if both and self.discrimination is not None and self.discrimination < 0:
            return (
                "who is better in the rest does worse here "
                f"(correlation {self.discrimination:.2f})".replace("-", "−")
            )
        return ""


def marks_of(report: Report) -> tuple[float, float]:
    """Points and the most of them, of the tasks that machines judge."""
    judged = [task for task in report.tasks if task.points is not None]
    points = math.fsum(task.points or 0.0 for task in judged)
    return points, math.fsum(task.max_points for task in judged)


def task_items(graded: Sequence[Report]) -> tuple[Item, ...]:
    """The tasks that machines judge, in the order in which reports have them."""
    held: dict[str, list[tuple[TaskResult, float]]] = defaultdict(list)
    for report in graded:
        total, _ = marks_of(report)
        for task in report.tasks:
            if task.points is not None:
                held[task.grade_id].append((task, total - task.points))
    return tuple(_task_item(answers) for answers in held.values())


def case_items(graded: Sequence[Report]) -> tuple[Item, ...]:
    """The cases, task by task, in the author's order."""
    held: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    first: dict[tuple[str, str], tuple[TaskResult, CaseResult, float]] = {}
    for report in graded:
        worth = [(task, case, share) for task in report.tasks for case, share in _worth(task)]
        total = math.fsum(share for _, case, share in worth if case.outcome is Outcome.PASSED)
        for task, case, share in worth:
            key, passed = (task.grade_id, case.name), case.outcome is Outcome.PASSED
            held[key].append((passed, total - share * passed))
            first.setdefault(key, (task, case, share))
    order = list(dict.fromkeys(grade_id for grade_id, _ in held))
    keys = sorted(held, key=lambda key: order.index(key[0]))
    return tuple(_case_item(*first[key], held[key]) for key in keys)


def _worth(task: TaskResult) -> list[tuple[CaseResult, float]]:
    """Each case with its share of the task's points, caps and credits left aside."""
    weights = math.fsum(case.weight for case in task.cases)
    return [
        (case, task.max_points * case.weight / weights if weights else 0.0) for case in task.cases
    ]


def _task_item(answers: Sequence[tuple[TaskResult, float]]) -> Item:
    task = answers[0][0]
    points = [one.points or 0.0 for one, _ in answers]
    rest = [other for _, other in answers]
    passed = [one.passed for one, _ in answers]
    strong = _strong(rest)
    return Item(
        grade_id=task.grade_id,
        task=task.task,
        max_points=max(one.max_points for one, _ in answers),
        students=len(answers),
        passed=sum(passed),
        mean=statistics.fmean(points),
        strong=len(strong),
        strong_passed=sum(passed[i] for i in strong),
        discrimination=_correlation(points, rest),
    )


def _case_item(
    task: TaskResult, case: CaseResult, share: float, answers: Sequence[tuple[bool, float]]
) -> Item:
    passed = [one for one, _ in answers]
    rest = [other for _, other in answers]
    strong = _strong(rest)
    return Item(
        grade_id=task.grade_id,
        task=task.task,
        name=case.name,
        line=case.line,
        stage=case.stage,
        max_points=share,
        students=len(answers),
        passed=sum(passed),
        mean=sum(passed) / len(answers),
        strong=len(strong),
        strong_passed=sum(passed[i] for i in strong),
        discrimination=_correlation([float(one) for one in passed], rest),
    )


def _strong(rest: Sequence[float]) -> list[int]:
    """Where the best quarter stands, with everyone who has as much as the last of them."""
    last = sorted(rest, reverse=True)[math.ceil(len(rest) / 4) - 1]
    # Sums of the same points in another order differ in the last digit.
    return [i for i, points in enumerate(rest) if points >= last - 1e-9]


def _correlation(item: Sequence[float], rest: Sequence[float]) -> float | None:
    if len(item) < FEW or _same(item) or _same(rest):
        return None
    return statistics.correlation(item, rest)


def _same(values: Sequence[float]) -> bool:
    return max(values) - min(values) < 1e-9
