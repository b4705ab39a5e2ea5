"""What `autograder verify` makes of results: the matrix, findings, mutants, collected answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from autograder.authoring.answers import read_answers
from autograder.authoring.cells import cell_findings, judged_below, with_code
from autograder.authoring.findings import Case, Check, Finding, Kind, Row, Verification
from autograder.authoring.matrix import alone, caught_by, redundant, short_row, uncaught
from autograder.authoring.mutants import Mutant, can_mutate, mutants, read_equivalents
from autograder.authoring.outcomes import (
    case_faults,
    caught,
    judged_findings,
    plant_findings,
    rows_of,
    undecided_findings,
)
from autograder.authoring.page import as_page
from autograder.authoring.planting import Plant
from autograder.authoring.terminal import print_matrix, print_verification
from autograder.errors import AuthoringError
from autograder.notebook import grade_id
from autograder.verdict import CaseResult, Diagnosis, Judged, Outcome, Report, TaskResult
from tests.course.courses import code_cell, notebook_of, solution_cell

PASSED, FAILED, UNDECIDED = Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED
RAISED = """\
    def test_sum(student):
>       assert total(student) == 6

cases/sums/test_sum.py:9:
_ _ _ _ _
cases/sums/test_sum.py:4: in total
    return sum(student.numbers)
E   TypeError: no sum of lists

/somewhere/torch/_tensor.py:12: TypeError"""
CASES = [Case("sum-test", name) for name in ("a", "b", "c")]


def row(name: str, *failed: str, **more: Any) -> Row:
    """What the cases a, b and c made of a mistake."""
    return Row(Kind.MISTAKE, name, "sum-test", passed=not failed, failed=failed, **more)


def task(*outcomes: Outcome, told: str = "", credit: float = 0.0, **more: Any) -> TaskResult:
    """A graded cell of 10 points with cases a, b, … that ended so."""
    cases = tuple(
        CaseResult(
            name=name, line="", stage="", weight=1, outcome=outcome,
            detail=RAISED if outcome is UNDECIDED else "",
        )
        for name, outcome in zip("abc", outcomes, strict=False)
    )  # fmt: skip
    diagnosis = Diagnosis(name=told, sentence="…", credit=credit) if told else None
    return TaskResult(grade_id="sum-test", max_points=10, cases=cases, diagnosis=diagnosis, **more)


def plant(kind: Kind, name: str = "doubled") -> Plant:
    return Plant(kind, name, ("sum-test",))


def kinds(findings: list[Finding]) -> list[str]:
    return [finding.kind for finding in findings]


# The matrix


def test_what_no_case_fails_on_is_uncaught() -> None:
    assert [(Kind.MISTAKE, "y")] == uncaught([row("x", "a"), row("y"), row("z", "a", "b")])


def test_what_one_of_two_cells_catches_is_caught() -> None:
    elsewhere = Row(Kind.MISTAKE, "y", "other-test", passed=False, failed=("d",))

    assert [] == uncaught([row("y"), elsewhere])


def test_a_right_answer_is_not_there_to_be_caught() -> None:
    assert [] == uncaught([Row(Kind.RIGHT, "x", "sum-test", passed=True)])


def test_a_case_is_redundant_if_every_catch_of_its_is_another_s_too() -> None:
    rows = [row("x", "a"), row("y", "a", "b"), row("z", "b", "c"), row("w", "c")]

    assert {("sum-test", "a"): ["x"], ("sum-test", "c"): ["w"]} == alone(rows)
    assert ["b"] == [case.name for case in redundant(CASES, rows)]
    assert ["y", "z"] == caught_by(CASES[1], rows)


def test_nothing_is_redundant_where_nothing_was_tried() -> None:
    assert [] == redundant(CASES, [])


def test_a_case_that_could_not_decide_may_have_caught_it_too() -> None:
    assert {} == alone([row("x", "a", undecided=("b",))])


@pytest.mark.parametrize(
    ("expected", "shown"),
    [
        ("·#·", row("x", "b")),
        ("·# ", row("x", "b", complete=False)),
        ("#·?", row("x", "a", undecided=("c",))),
        ("···", row("x")),
    ],
)
def test_a_row_is_shown_in_a_character_a_case(expected: str, shown: Row) -> None:
    assert expected == short_row(CASES, shown)


def test_a_row_that_stopped_early_says_so() -> None:
    (got,) = rows_of(plant(Kind.WRONG), [task(FAILED, FAILED)], {"sum-test": 3})

    assert ("a", "b") == got.failed
    assert not got.complete


# Findings


@pytest.mark.parametrize(
    ("expected", "kind", "result"),
    [
        ([], Kind.RIGHT, task(PASSED, PASSED)),
        (["right answer refused"], Kind.RIGHT, task(PASSED, FAILED)),
        (["wrong answer passes"], Kind.WRONG, task(PASSED, PASSED)),
        ([], Kind.WRONG, task(PASSED, FAILED)),
        (["mutant passes"], Kind.MUTANT, task(PASSED)),
        (["mistake passes"], Kind.MISTAKE, task(PASSED)),
        (["mistake not told"], Kind.MISTAKE, task(FAILED)),
        ([], Kind.MISTAKE, task(FAILED, told="doubled")),
        (["mistake told as another"], Kind.MISTAKE, task(FAILED, told="halved")),
    ],
)
def test_a_plant_that_ends_otherwise_than_it_should_is_a_finding(
    expected: list[str], kind: Kind, result: TaskResult
) -> None:
    assert expected == kinds(plant_findings(plant(kind), [result]))


def test_a_case_that_raises_is_one_finding_however_often_it_does() -> None:
    asked = [(f"mistake {n}", task(PASSED, UNDECIDED)) for n in range(5)]

    (finding,) = case_faults(asked)

    assert "case b of sum-test" == finding.where
    assert (
        "it could not decide on mistake 0, mistake 1, mistake 2 and 2 more: "
        "test_sum.py:4: TypeError: no sum of lists" == finding.what
    )
    assert "an answer can be of any type" in finding.advice


def test_a_case_that_raises_on_the_solution_is_to_be_mended_itself() -> None:
    names = ["the solution", "the solution, draw 2", "the stub"]

    (finding,) = case_faults([(name, task(UNDECIDED)) for name in names])

    assert "it could not decide on the solution, the stub: " in finding.what
    assert "it raises on the solution itself: mend that line of the case" == finding.advice


@pytest.mark.parametrize(
    ("expected", "outcomes"),
    [(True, (FAILED, UNDECIDED)), (None, (PASSED, UNDECIDED)), (False, (PASSED, PASSED))],
)
def test_a_plant_is_caught_by_a_case_that_fails_and_not_by_one_that_raises(
    expected: bool | None, outcomes: tuple[Outcome, ...]
) -> None:
    assert expected is caught([task(*outcomes)])


def test_mistakes_that_no_case_fails_on_while_one_raises_are_one_finding() -> None:
    asked = [(plant(Kind.MISTAKE, name), [task(PASSED, UNDECIDED)]) for name in "xy"]
    (finding,) = undecided_findings([*asked, (plant(Kind.MISTAKE, "z"), [task(FAILED, UNDECIDED)])])

    assert ("mistake not decided", "mistake x, y") == (finding.kind, finding.where)
    assert "b of sum-test raised: nobody can tell whether it passes" in finding.what


def test_a_mistake_that_is_told_as_another_is_found_though_a_case_raises() -> None:
    got = plant_findings(plant(Kind.MISTAKE), [task(FAILED, UNDECIDED, told="halved")])

    assert ["mistake told as another"] == kinds(got)


def test_a_solution_has_to_get_all_points_and_a_stub_none() -> None:
    half = Report(assignment="sums", student="", tasks=(task(PASSED, FAILED),))
    by_hand = task(judged=Judged.BY_HAND)
    all_by_hand = Report(assignment="sums", student="", tasks=(by_hand,))

    assert ["solution fails"] == kinds(judged_findings(half, of_stub=False))
    assert ["stub gets points"] == kinds(judged_findings(half, of_stub=True))
    assert [] == judged_findings(all_by_hand, of_stub=False)


# Cells


def test_a_solution_cell_is_judged_by_the_graded_cells_up_to_the_next_one() -> None:
    notebook = notebook_of(
        solution_cell("def helper(): ...", "helper-solution"),
        solution_cell("def sum(): ...", "sum-solution"),
        code_cell("assert sum()", "sum-test", points=1),
        code_cell("assert sum", "sum-again", points=1),
        solution_cell("x = 1", "x-solution"),
        code_cell("assert x", "x-test", points=1),
    )

    assert {
        "helper-solution": ("sum-test", "sum-again", "x-test"),
        "sum-solution": ("sum-test", "sum-again"),
        "x-solution": ("x-test",),
    } == judged_below(notebook)
    assert ["helper-solution", "sum-solution", "sum-again"] == [
        grade_id(cell) for cell in with_code(notebook, {}, ("sum-again",)).cells
    ]


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        ([], "assert total() == 3"),
        ([], "check(total)"),
        ([], "%timeit total()"),
        ([], "2 * right"),
        (["judged by nothing"], "'''Nothing yet.'''\nx = 1"),
        (["unknown grade_id"], "# hidden cases: totl-test"),
    ],
)
def test_a_graded_cell_has_to_ask_for_something(expected: list[str], code: str) -> None:
    notebook = notebook_of(code_cell(code, "total-test", points=1))

    assert expected == kinds(cell_findings(notebook, Path("sums.ipynb"), set()))


def test_a_grade_id_that_is_there_twice_is_a_finding() -> None:
    notebook = notebook_of(
        code_cell("assert a", "total-test", points=1), code_cell("assert b", "total-test", points=1)
    )
    notebook.cells[1]["id"] = "another"

    assert ["duplicate name"] == kinds(cell_findings(notebook, Path("sums.ipynb"), set()))


# Answers


def test_answers_are_read_by_task_and_kind(tmp_path: Path) -> None:
    for name in ("sum/right/loop.py", "sum/wrong/off.py", "sum/stray.py", "none/right/x.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("total = 3\n", encoding="utf-8")

    answers, misplaced = read_answers(tmp_path, ["sum-solution"])

    assert [(Kind.RIGHT, "sum/loop", "sum-solution"), (Kind.WRONG, "sum/off", "sum-solution")] == [
        (one.kind, one.name, one.cell) for one in answers
    ]
    assert ["rename the folder to its task", "move it there"] == [one.advice for one in misplaced]


# Mutants


@pytest.mark.skipif(not can_mutate(), reason="cosmic-ray is not installed")
def test_mutants_are_of_the_code_between_the_markers() -> None:
    code = "x = 7\n### BEGIN SOLUTION\nx = rows[-1]\ny = x > 2\n### END SOLUTION\nz = 8"
    found = mutants(notebook_of(solution_cell(code, "x-solution")))

    assert {3, 4} == {mutant.line for mutant in found}
    assert {"x = rows[-2]", "x = rows[-0]", "x = rows[1]", "x = rows[+1]"} <= {
        mutant.after for mutant in found
    }
    assert {"y = x > 3", "y = x >= 2", "y = x == 2"} <= {mutant.after for mutant in found}
    assert len(found) == len({mutant.code for mutant in found})


def test_a_mutant_s_block_names_it_once_it_has_a_reason(tmp_path: Path) -> None:
    mutant = Mutant("a-solution", 3, 'x = "√\\n" + y', 'x = "√\\n" - y', "")
    block = mutant.as_equivalent().replace('reason = ""', 'reason = "y is 0"')
    (tmp_path / "equivalent.toml").write_text(block, encoding="utf-8")

    (one,) = read_equivalents(tmp_path)

    assert one.is_of(mutant)


def test_an_equivalent_mutant_needs_a_reason(tmp_path: Path) -> None:
    named = '[[equivalent]]\ncell = "a"\nbefore = "b"\nafter = "c"\nreason = " "\n'
    (tmp_path / "equivalent.toml").write_text(named, encoding="utf-8")

    with pytest.raises(AuthoringError, match="'c' has no reason; say why it is right"):
        read_equivalents(tmp_path)


def test_a_mistyped_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "equivalent.toml").write_text('[[equivalent]]\ncel = "a"\n', encoding="utf-8")

    with pytest.raises(AuthoringError, match=r"equivalent\.toml can't be used"):
        read_equivalents(tmp_path)


# What is shown

FOUND = Verification(
    assignment="sums",
    checks=(Check("solution", "9 of 10 points", False), Check("mutants", "not tried", None)),
    findings=(Finding("mistake passes", "mistake <b>", "no case fails on it", "write one"),),
    notes=(
        Finding("redundant case", "sum-test", "b", "take it out"),
        Finding("no answers", "answers/", "no right answers were tried", "put some there"),
    ),
    cases=tuple(CASES),
    rows=(row("<b>"), row("z", "b")),
)


def test_the_terminal_shows_checks_findings_and_the_matrix() -> None:
    console = Console(record=True, width=120, file=open("/dev/null", "w"))  # noqa: SIM115
    print_verification(FOUND, console)
    print_matrix(FOUND, console)
    text = console.export_text()

    assert "✗ solution  9 of 10 points" in text
    assert "– mutants   not tried" in text
    assert "mistake passes · mistake <b>\n  no case fails on it\n  → write one" in text
    assert "note no right answers were tried\n  → put some there" in text
    assert "1 finding(s) to mend before the release" in text
    assert "·#· mistake: z" in text


def test_a_block_to_copy_starts_at_the_margin() -> None:
    console = Console(record=True, width=120, file=open("/dev/null", "w"))  # noqa: SIM115
    finding = Finding(
        "mutant passes", "mutant", "no case fails", 'copy:\n[[equivalent]]\ncell = ""'
    )
    print_verification(Verification(assignment="sums", findings=(finding,)), console)

    assert '  → copy:\n[[equivalent]]\ncell = ""\n' in console.export_text()


def test_the_page_escapes_what_it_shows_and_needs_no_network() -> None:
    page = as_page(FOUND)

    assert "mistake &lt;b&gt;" in page
    assert "<b>" not in page
    assert "src=" not in page
    assert '<td class="fails">✗</td>' in page
