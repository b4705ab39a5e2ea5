"""Plants by cases: what each case catches, what none does, and which case adds nothing.

A plant's row may stop after its second failure, which leaves every answer here as it is: what
was caught at all, and what a case caught alone.
"""

from collections.abc import Iterable, Sequence

from autograder.authoring.findings import Case, Kind, Row

__all__ = ["alone", "caught_by", "redundant", "short_row", "uncaught"]

_WRONG = (Kind.WRONG, Kind.MISTAKE, Kind.MUTANT)


def uncaught(rows: Iterable[Row]) -> list[tuple[Kind, str]]:
    """The wrong plants that passed in every graded cell that judged them."""
    passed: dict[tuple[Kind, str], bool] = {}
    for row in rows:
        if row.kind in _WRONG:
            key = (row.kind, row.name)
            passed[key] = passed.get(key, True) and row.passed
    return [key for key, every in passed.items() if every]


def alone(rows: Iterable[Row]) -> dict[tuple[str, str], list[str]]:
    """What each case (grade_id, name) catches that no other case of its cell does."""
    found: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if row.kind in _WRONG and len(row.failed) == 1 and not row.undecided:
            found.setdefault((row.grade_id, row.failed[0]), []).append(row.name)
    return found


def redundant(cases: Iterable[Case], rows: Sequence[Row]) -> list[Case]:
    """Cases that catch nothing alone, though wrong plants were tried on their graded cell."""
    tried = {row.grade_id for row in rows if row.kind in _WRONG}
    by_itself = alone(rows)
    return [
        case
        for case in cases
        if case.grade_id in tried and (case.grade_id, case.name) not in by_itself
    ]


def caught_by(case: Case, rows: Iterable[Row]) -> list[str]:
    """The wrong plants on which a case failed."""
    return [
        row.name
        for row in rows
        if row.grade_id == case.grade_id and row.kind in _WRONG and case.name in row.failed
    ]


def short_row(cases: Sequence[Case], row: Row) -> str:
    """A row in a character a case: `#` failed, `?` could not decide, `·` passed, ` ` not run."""
    last = 0
    for number, case in enumerate(cases, start=1):
        if case.name in row.failed:
            last = number
    ran = len(cases) if row.complete else last
    return "".join(
        "#" if case.name in row.failed
        else "?" if case.name in row.undecided
        else "·" if number < ran
        else " "
        for number, case in enumerate(cases)
    )  # fmt: skip
