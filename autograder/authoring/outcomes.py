"""What the cases made of plants, as rows of the matrix and as findings."""

from collections.abc import Iterable, Mapping, Sequence

from autograder.authoring.findings import Case, Finding, Kind, Row
from autograder.authoring.planting import Plant
from autograder.judge.account import raised
from autograder.judge.run import Judge
from autograder.verdict import CaseResult, Judged, Outcome, Report, TaskResult

__all__ = [
    "IN_THE_CELL",
    "SOLUTION",
    "case_faults",
    "caught",
    "columns",
    "judged_findings",
    "plant_findings",
    "rows_of",
    "undecided_findings",
]

IN_THE_CELL = "asserts in the cell"
"""The one column of a graded cell that has no hidden cases."""
SOLUTION = "the solution"
"""Its name where it is graded; further draws are `the solution, draw 2` and so on."""


def columns(judge: Judge, tasks: Iterable[str]) -> list[Case]:
    """The matrix's columns for the graded cells `tasks`, in the notebook's order."""
    cases = judge.cases
    return [
        Case(task, name, info.line, info.stage, info.keep)
        for task in tasks
        for name, info in zip(judge.names(task), cases.get(task, ()), strict=True)
    ] + [Case(task, IN_THE_CELL) for task in tasks if task not in cases]


def rows_of(plant: Plant, results: Sequence[TaskResult], sizes: Mapping[str, int]) -> list[Row]:
    """A row for each graded cell; `sizes` says how many cases each has."""
    return [_row(plant, task, sizes.get(task.grade_id, 0)) for task in results]


def plant_findings(
    plant: Plant, results: Sequence[TaskResult], equivalent: str = ""
) -> list[Finding]:
    """Where a plant did not end as it should have. Faults of cases are not among them.

    `equivalent` is the block that names a mutant as right, to be copied.
    """
    where = f"{plant.kind} {plant.name}"
    if plant.kind is Kind.RIGHT:
        return [
            Finding(
                "right answer refused",
                where,
                f"it gets {task.points:g} of {task.max_points:g} points: {first_words(task)}",
                "loosen the case, or move the answer to wrong/",
            )
            for task in results
            if not task.passed and task.points is not None
        ]
    if results and all(task.passed for task in results):
        return [_survivor(plant, where, equivalent)]
    if plant.kind is Kind.MISTAKE:
        return [
            finding
            for task in results
            if caught([task])
            for finding in _misdiagnosed(plant, task, where)
        ]
    return []


def judged_findings(report: Report, *, of_stub: bool) -> list[Finding]:
    """What is wrong with the solution's marks, or the stub's: all points, or none."""
    found = []
    for task in report.tasks:
        if task.judged is Judged.BY_HAND or task.points is None:
            continue
        if of_stub and task.points > 0:
            what = f"the untouched release gets {task.points:g} of {task.max_points:g} points"
            passed = [case.name for case in task.cases if case.outcome is Outcome.PASSED]
            what += f"; {', '.join(passed)} pass" if passed else ""
            advice = "have the case ask for something that the stub does not give"
            found.append(Finding("stub gets points", f"cell {task.grade_id}", what, advice))
        if not of_stub and not task.passed:
            what = f"the solution gets {task.points:g} of {task.max_points:g}: {first_words(task)}"
            advice = "mend the solution or the case"
            found.append(Finding("solution fails", f"cell {task.grade_id}", what, advice))
    return found


def case_faults(asked: Iterable[tuple[str, TaskResult]]) -> list[Finding]:
    """A finding for each case that raised where it should pass or fail.

    `asked` holds names of what was judged, with the results.
    """
    faults: dict[tuple[str, str], list[tuple[str, CaseResult]]] = {}
    for name, task in asked:
        for case in task.cases:
            if case.outcome is Outcome.UNDECIDED:
                faults.setdefault((task.grade_id, case.name), []).append((name, case))
    return [_fault(grade_id, name, ended) for (grade_id, name), ended in faults.items()]


def undecided_findings(
    judgements: Iterable[tuple[Plant, Sequence[TaskResult]]],
) -> list[Finding]:
    """Wrong plants that no case failed on, where one that raised could have: nobody can tell.

    One finding for all plants of a kind that the same cases leave open.
    """
    open_: dict[tuple[Kind, str], list[str]] = {}
    for plant, results in judgements:
        if plant.kind is not Kind.RIGHT and caught(results) is None:
            raising = ", ".join(
                f"{case.name} of {task.grade_id}"
                for task in results
                for case in task.cases
                if case.outcome is Outcome.UNDECIDED
            )
            open_.setdefault((plant.kind, raising), []).append(plant.name)
    return [
        Finding(
            f"{kind} not decided",
            f"{kind} {_list(names)}",
            f"no case fails on it, and {raising} raised: nobody can tell whether it passes",
            "mend what raises, and verify again",
        )
        for (kind, raising), names in open_.items()
    ]


def caught(results: Sequence[TaskResult]) -> bool | None:
    """Whether a case failed on a plant; None where none did, and one could not decide."""
    failed = (case.outcome is Outcome.FAILED for task in results for case in task.cases)
    if any(failed) or any(not task.passed and not task.undecided for task in results):
        return True
    return None if any(task.undecided for task in results) else False


def first_words(task: TaskResult) -> str:
    """What the first case that did not pass says, or the graded cell itself."""
    case = task.first_failure
    if case is None:
        return task.note or "its asserts fail"
    text = case.message or raised(case.detail) or case.line
    return f"{case.name}: {text}" + (f" ({task.note})" if task.note else "")


def _fault(grade_id: str, name: str, ended: Sequence[tuple[str, CaseResult]]) -> Finding:
    names = [one for one, _ in ended]
    if SOLUTION in names:  # its other draws add nothing
        names = [one for one in names if not one.startswith(f"{SOLUTION}, ")]
    by_the_solution = any(one.startswith(SOLUTION) for one in names)
    return Finding(
        "case raises",
        f"case {name} of {grade_id}",
        f"it could not decide on {_list(names)}: {raised(ended[0][1].detail)}",
        "it raises on the solution itself: mend that line of the case"
        if by_the_solution
        else "an answer can be of any type: use check_close, number or numbers, "
        "or assert the type first",
    )


def _row(plant: Plant, task: TaskResult, size: int) -> Row:
    def names(outcome: Outcome) -> tuple[str, ...]:
        return tuple(case.name for case in task.cases if case.outcome is outcome)

    failed = names(Outcome.FAILED)
    if task.judged is Judged.INSIDE and not task.passed:
        failed = (IN_THE_CELL,)
    return Row(
        kind=plant.kind,
        name=plant.name,
        grade_id=task.grade_id,
        passed=task.passed,
        failed=failed,
        undecided=names(Outcome.UNDECIDED),
        complete=len(task.cases) >= size,
        diagnosed=task.diagnosis.name if task.diagnosis else "",
    )


def _survivor(plant: Plant, where: str, equivalent: str) -> Finding:
    advice = {
        Kind.WRONG: "write a case that fails on it, or move the answer to right/",
        Kind.MISTAKE: "write a case that fails on it, or take the mistake away",
        Kind.MUTANT: "write a case that fails on it, or, if it is right, copy this to the "
        "assignment's equivalent.toml in mistakes/ and fill in the reason:",
    }[plant.kind]
    advice += f"\n{equivalent}" if equivalent else ""
    tasks = ", ".join(plant.tasks)
    return Finding(f"{plant.kind} passes", where, f"no case of {tasks} fails on it", advice)


def _misdiagnosed(plant: Plant, task: TaskResult, where: str) -> list[Finding]:
    own, told = plant.name.rpartition("/")[2], task.diagnosis
    if told is None:
        what = "it is told as nothing: another mistake gives the same, or the probes do not show it"
        return [Finding("mistake not told", where, what, "add a probe that tells it apart")]
    if told.name != own:
        what = f"it is told as {told.name}"
        return [Finding("mistake told as another", where, what, "add a probe that tells the two")]
    least = told.credit * task.max_points
    if task.points is not None and task.points + 0.011 < least:
        what = f"it gets {task.points:g} points, and its credit promises {least:g}"
        return [Finding("credit", where, what, "lower the credit")]
    return []


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
