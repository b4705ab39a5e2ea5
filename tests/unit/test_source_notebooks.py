"""What holds for every assignment's source notebook; nothing in here knows a lesson."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import autograder
from autograder.assignment import hidden_cases
from autograder.judge.run import Judge
from autograder.notebook import (
    find_source,
    grade_id,
    is_graded,
    is_manual,
    is_solution,
    max_points,
    read,
)
from tests.answers import ASSIGNMENTS

ROOT = Path(__file__).parents[2]

POINTS = {"attention": 24, "softmax": 12}

every_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


@cache
def cells(assignment: str) -> tuple[Any, ...]:
    return tuple(read(find_source(ROOT, assignment)).cells)


def stubbed(source: str) -> str:
    """What a student gets: the solution regions give way to the stub."""
    stub = r'\1# YOUR CODE HERE\n\1raise NotImplementedError("not written yet")'
    region = r"(?ms)^( *)### BEGIN SOLUTION$.*?^ *### END SOLUTION$"
    return re.sub(region, stub, source)


def run(assignment: str, untouched: tuple[str, ...] = ()) -> dict[str, Exception]:
    """Run the code cells in order, with stubs in the `untouched` ones; what they raise, by id."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    raised: dict[str, Exception] = {}
    for cell in cells(assignment):
        if cell.cell_type == "code":
            source = stubbed(cell.source) if grade_id(cell) in untouched else cell.source
            try:
                exec(compile(source, cell.id, "exec"), namespace)
            except Exception as error:
                raised[cell.id] = error
    return raised


def solution_cells(assignment: str) -> tuple[str, ...]:
    return tuple(f"{task}-solution" for task in ASSIGNMENTS[assignment])


@every_assignment
def test_each_task_has_a_cell_to_fill_in_and_a_check_right_below_it(assignment: str) -> None:
    ids = [grade_id(cell) for cell in cells(assignment)]

    for task in ASSIGNMENTS[assignment]:
        place = ids.index(f"{task}-solution")
        fill_in, check = cells(assignment)[place : place + 2]

        assert f"{task}-test" == grade_id(check)
        assert "### BEGIN SOLUTION" in fill_in.source
        assert fill_in.metadata.nbgrader["locked"] is False
        assert check.metadata.nbgrader["locked"] is True
        assert [f"{task}-test"] == hidden_cases(check.source)


@every_assignment
def test_nothing_else_is_graded_but_what_a_person_reads(assignment: str) -> None:
    graded = [cell for cell in cells(assignment) if is_graded(cell)]
    by_machine = [grade_id(cell) for cell in graded if not is_manual(cell)]

    assert [f"{task}-test" for task in ASSIGNMENTS[assignment]] == by_machine
    assert POINTS[assignment] == sum(max_points(cell) for cell in graded)


@every_assignment
def test_the_weights_of_a_task_s_cases_add_up_to_its_points(assignment: str) -> None:
    with Judge(Path(autograder.__file__).parent / "cases" / assignment) as judge:
        weights = {name: sum(case.weight for case in cases) for name, cases in judge.cases.items()}

    graded = [cell for cell in cells(assignment) if is_graded(cell) and not is_manual(cell)]
    assert {grade_id(cell): pytest.approx(max_points(cell)) for cell in graded} == weights


@every_assignment
def test_the_table_at_the_top_and_the_headings_say_the_same_points(assignment: str) -> None:
    text = "\n\n".join(cell.source for cell in cells(assignment) if cell.cell_type == "markdown")
    points = [max_points(cell) for cell in cells(assignment) if is_graded(cell)]
    in_table = re.findall(r"^\| [^|]+ \| [^|]+ \| (\d+) \|$", text, re.MULTILINE)
    in_headings = re.findall(r"^##+ .*\((\d+) points?\)$", text, re.MULTILINE)

    assert points == [float(number) for number in in_table]
    assert points == [float(number) for number in in_headings]


@every_assignment
def test_the_file_has_readable_ids_and_no_outputs(assignment: str) -> None:
    found = cells(assignment)

    assert len(found) == len({cell.id for cell in found})
    assert [] == [cell.id for cell in found if grade_id(cell) not in ("", cell.id)]
    assert [] == [c.id for c in found if c.get("outputs") or c.get("execution_count") is not None]


@every_assignment
def test_an_answer_to_be_read_is_cleared_for_students_with_its_marking_guide(
    assignment: str,
) -> None:
    (written,) = [c for c in cells(assignment) if is_manual(c) and is_solution(c)]

    assert "Marking guide" in written.source
    assert "Marking guide" not in stubbed(written.source)


@every_assignment
def test_it_runs_from_top_to_bottom_and_every_check_passes(assignment: str) -> None:
    assert {} == run(assignment)


@every_assignment
def test_an_untouched_notebook_says_not_written_yet_and_nothing_else(assignment: str) -> None:
    raised = run(assignment, solution_cells(assignment))
    checks = {f"{task}-test" for task in ASSIGNMENTS[assignment]}

    assert checks == {name for name in raised if name.endswith("-test")}
    for name in checks:
        assert re.fullmatch(r"\w+: not written yet", str(raised[name])), name
