"""A graded class in numbers: marks, tasks, cases, mistakes. Pure functions over Reports.

Only graded submissions count; ungraded ones are kept apart and are never taken for zeros. Written
answers, which a person grades, are left out of every mark here.
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from autograder.grading.frequent import FrequentMistake, frequent_mistakes
from autograder.grading.given import Hands
from autograder.grading.items import Item, case_items, marks_of, task_items
from autograder.verdict import Judged, Report

__all__ = ["ClassNumbers", "Spread", "class_numbers", "histogram"]

_BINS = 25
"""Bars of a histogram at most: what a telephone's width still shows."""


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """Some numbers in short; the deviation is the sample's, and 0 for a single number."""

    mean: float
    median: float
    least: float
    most: float
    deviation: float


class ClassNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a report on the class shows.

    `marks` and `seconds` are None where nobody is graded. `by_hand` counts submissions with an
    answer that a person grades. Confinements and versions come with their number of submissions.
    """

    assignment: str
    reports: tuple[Report, ...]
    max_points: float
    """The most that machines give."""
    marks: Spread | None
    seconds: Spread | None
    passed: int
    by_hand: int
    hands: tuple[Hands, ...] | None = None
    """What waits for a person by the gradebook; None where there is none to ask."""
    tasks: tuple[Item, ...]
    cases: tuple[Item, ...]
    mistakes: tuple[FrequentMistake, ...]
    confinements: tuple[tuple[str, int], ...]
    versions: tuple[tuple[str, int], ...]

    @property
    def graded(self) -> list[Report]:
        return [report for report in self.reports if report.graded]

    @property
    def ungraded(self) -> list[Report]:
        return [report for report in self.reports if not report.graded]

    @property
    def unfair(self) -> list[Item]:
        """Tasks and cases that look unfair, in the notebook's order."""
        return [item for item in (*self.tasks, *self.cases) if item.unfair]


def class_numbers(
    assignment: str, reports: Sequence[Report], hands: Sequence[Hands] | None = None
) -> ClassNumbers:
    """The numbers of a class, which may be empty; `hands` is what waits, if that is known."""
    graded = [report for report in reports if report.graded]
    marks = [marks_of(report) for report in graded]
    return ClassNumbers(
        assignment=assignment,
        reports=tuple(reports),
        max_points=max((most for _, most in marks), default=0.0),
        marks=_spread([points for points, _ in marks]),
        seconds=_spread([report.seconds for report in graded]),
        passed=sum(report.passed for report in graded),
        by_hand=sum(
            any(task.judged is Judged.BY_HAND for task in report.tasks) for report in graded
        ),
        hands=None if hands is None else _of_the_graded(hands, graded),
        tasks=task_items(graded),
        cases=case_items(graded),
        mistakes=frequent_mistakes(graded),
        confinements=_counted(report.confinement for report in graded),
        versions=_counted(
            ", ".join(f"{name} {version}" for name, version in sorted(report.versions.items()))
            for report in graded
        ),
    )


def _of_the_graded(hands: Sequence[Hands], graded: Sequence[Report]) -> tuple[Hands, ...]:
    """Who is ungraded waits for another submission or another run, and not for a hand."""
    students = {report.student for report in graded}
    kept = (one.only(students) for one in hands)
    return tuple(one for one in kept if one.first or one.again)


def histogram(values: Sequence[float], most: float) -> list[tuple[float, float, int]]:
    """Bins of one round width from 0 to at least `most`: from, to, how many values are in.

    A bin holds what it begins with, and the last one what it ends with, too. Below 25 bins' worth
    of whole numbers the width is 1, unless `most` is below 5.
    """
    width = _round_width(most)
    bins = max(1, math.ceil(most / width - 1e-9))
    # A hair more, since 0.3 / 0.1 is below 3.
    where = Counter(min(bins - 1, max(0, int(value / width + 1e-9))) for value in values)
    return [(number * width, (number + 1) * width, where[number]) for number in range(bins)]


def _round_width(most: float) -> float:
    if most <= 0 or 5 <= most <= _BINS:
        return 1.0
    power = 10.0 ** math.floor(math.log10(most / _BINS))
    steps = (power * step for step in (1, 2, 5, 10))
    return next(width for width in steps if width * _BINS >= most * (1 - 1e-9))


def _spread(values: Sequence[float]) -> Spread | None:
    if not values:
        return None
    return Spread(
        mean=statistics.fmean(values),
        median=statistics.median(values),
        least=min(values),
        most=max(values),
        deviation=statistics.stdev(values) if len(values) > 1 else 0.0,
    )


def _counted(values: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """What occurs, with how often, most frequent first; nothing for empty ones."""
    return tuple(Counter(value for value in values if value).most_common())
