"""`autograder verify` on a small course: all is well, and then each error that an author makes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from autograder.authoring.findings import Finding, Kind, Verification
from autograder.authoring.mutants import can_mutate
from autograder.authoring.verifying import Options, verify
from autograder.cli import app
from autograder.sandbox.host import Sandbox
from autograder.sandbox.policy import Limits
from tests.course.courses import CONFIG, Course, code_cell, notebook_of, solution_cell

pytestmark = [pytest.mark.course, pytest.mark.sandbox]

needs_mutants = pytest.mark.skipif(not can_mutate(), reason="cosmic-ray is not installed")

DOUBLE = """\
def double(x):
    ### BEGIN SOLUTION
    doubled = x * 2.0
    return doubled
    ### END SOLUTION"""

CHECK = """\
assert double(2.0) == 4.0
### BEGIN HIDDEN TESTS
# hidden cases: double-test
### END HIDDEN TESTS"""

HALF = """\
def half(x):
    ### BEGIN SOLUTION
    return x / 2.0
    ### END SOLUTION"""

CASES = '''\
import pytest

from autograder.judge.compare import check_close


@pytest.mark.case("double-test", weight=2)
def test_doubles(student, draw):
    """double(x) is twice x."""
    x = draw(3)
    check_close("double(x)", student.double(x), 2 * x.double(), meaning="twice x")


@pytest.mark.case("double-test", keep="shows the order of axes")
def test_keeps_the_shape(student, draw):
    """double(x) has the shape of x."""
    x = draw(2, 3)
    check_close("double(x)", student.double(x), 2 * x.double(), meaning="twice x")
'''

MISTAKES = """\
from autograder.judge.mistakes import mistake


@mistake("double", "You square x; double it.")
def squared(x):
    return x * x


@mistake("double", "You give x back as it came.", credit=0.25)
def unchanged(x):
    return x
"""

PROBES = "import torch\n\nPROBES = {'double': [(torch.tensor([3.0, -1.0]),), (torch.ones(2),)]}\n"
ASKED = "ASKED = {'double-test': ['double']}\n"

RASH = '''\
import pytest

@pytest.mark.case("double-test")
def test_rash(student, draw):
    """The sum is finite."""
    assert student.double(draw(2)).sum().no_such_thing
'''

ADDED = """\
from autograder.judge.mistakes import mistake

@mistake("double", "You add where you could multiply.")
def added(x):
    return x + x
"""


class Sums(Course):
    """A course with the assignment `sums`, whose files can be put in other states."""

    sandbox: Sandbox

    def put(self, path: str, text: str) -> None:
        """Write a file of the course."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")

    def source(
        self, *, double: str = DOUBLE, check: str = CHECK, more: tuple[Any, ...] = ()
    ) -> None:
        """Write the source notebook."""
        self.author(
            "sums",
            notebook_of(
                solution_cell(double, "double-solution"),
                code_cell(check, "double-test", points=3),
                solution_cell(HALF, "half-solution"),
                code_cell("assert half(5) == 2.5", "half-test", points=1),
                *more,
            ),
        )

    def verified(self, **options: Any) -> Verification:
        """What verifying says; without answers and mutants unless asked for."""
        wanted = Options(**{"quick": True, **options})
        return verify(self.folder, "sums", wanted, sandbox=self.sandbox)


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests: it takes longer to start than these courses to verify."""
    with Sandbox(Limits(cell_seconds=12, call_seconds=6)) as opened:
        yield opened


@pytest.fixture
def sums(tmp_path: Path, sandbox: Sandbox) -> Sums:
    course = Sums.new(tmp_path / "course", CONFIG)
    assert isinstance(course, Sums)
    course.sandbox = sandbox
    course.source()
    course.put("cases/sums/test_double.py", CASES)
    course.put("mistakes/sums/wrong.py", MISTAKES)
    course.put("mistakes/sums/probes.py", PROBES)
    course.put("mistakes/sums/asked.py", ASKED)
    course.put("tests/answers/sums/double/right/added.py", "def double(x):\n    return x + x\n")
    course.put("tests/answers/sums/double/wrong/tripled.py", "def double(x):\n    return 3 * x\n")
    return course


def only(findings: tuple[Finding, ...], kind: str) -> Finding:
    """The one finding, which has to be of this kind."""
    assert [kind] == [finding.kind for finding in findings], findings
    return findings[0]


def checks(found: Verification) -> dict[str, str]:
    return {check.label: check.text for check in found.checks}


# All is well


@needs_mutants
def test_a_course_in_which_all_is_well_has_no_findings(sums: Sums) -> None:
    found = sums.verified(quick=False)

    assert () == found.findings
    assert {
        "points": "4: 4 judged by machine",
        "solution": "4 of 4 points",
        "stub": "0 of 4 points",
        "release": "leaks nothing",
        "right answers": "1 of 1 get full marks",
        "wrong answers": "1 of 1 do not pass",
        "mistakes": "2 of 2 lose points, 2 are told as themselves, 0 as another",
        "cases": "3 in 2 cells",
    } == {label: text for label, text in checks(found).items() if label != "mutants"}
    assert "die" in checks(found)["mutants"]
    assert {Kind.RIGHT, Kind.WRONG, Kind.MISTAKE, Kind.MUTANT} == {row.kind for row in found.rows}


def test_a_case_that_is_kept_on_purpose_is_a_note_with_the_reason(sums: Sums) -> None:
    found = sums.verified(quick=False)

    assert ("kept on purpose", "double-test", "test_keeps_the_shape: shows the order of axes") in [
        (note.kind, note.where, note.what) for note in found.notes
    ]


# The author's errors


def test_a_solution_that_fails_is_found_with_the_case(sums: Sums) -> None:
    sums.source(double=DOUBLE.replace("x * 2.0", "x * 2.5"), check=CHECK.partition("\n")[2])

    finding = only(sums.verified().findings[:1], "solution fails")

    assert "cell double-test" == finding.where
    assert "test_doubles: double(x) should be twice x." in finding.what


def test_a_stub_that_gets_points_is_found(sums: Sums) -> None:
    sums.put(
        "cases/sums/test_easy.py",
        '''\
        import pytest

        @pytest.mark.case("double-test", weight=3)
        def test_is_there(student):
            """There is something."""
        ''',
    )

    finding = only(sums.verified().findings, "stub gets points")

    assert "gets 1.5 of 3 points; test_is_there pass" in finding.what


def test_a_case_that_raises_is_found_with_what_it_raised_on(sums: Sums) -> None:
    sums.put("cases/sums/test_rash.py", RASH)

    finding = only(sums.verified().findings, "case raises")

    assert "case test_rash of double-test" == finding.where
    # Two other cases fail on squared before this one would run.
    assert finding.what.startswith(
        "it could not decide on the solution, mistake unchanged: test_rash.py:6: AttributeError"
    )


def test_a_case_that_raises_does_not_hide_a_mistake_that_is_right(sums: Sums) -> None:
    sums.put("cases/sums/test_rash.py", RASH)
    sums.put("mistakes/sums/more.py", ADDED)

    found = sums.verified()

    assert ["case raises", "mistake not decided"] == [finding.kind for finding in found.findings]
    assert "mistake added" == found.findings[1].where
    assert "2 of 3 lose points" in checks(found)["mistakes"]
    assert "1 not decided" in checks(found)["mistakes"]


def test_a_cell_whose_cases_have_another_grade_id_is_not_said_to_be_wrong_in_asked(
    sums: Sums,
) -> None:
    sums.put("cases/sums/test_double.py", CASES.replace('"double-test"', '"duoble-test"'))

    found = sums.verified().findings

    assert ["unknown grade_id"] * 2 == [finding.kind for finding in found]
    assert "it names the hidden cases double-test, and there are none" == found[0].what
    assert "cases for duoble-test" == found[1].where


def test_answers_that_are_not_there_are_a_note_that_says_where(sums: Sums) -> None:
    sums.folder.joinpath("tests/answers").rename(sums.folder / "answers")

    found = sums.verified(quick=False)

    assert () == found.findings
    assert (
        "no right answers and no wrong answers were tried: there are none in "
        "tests/answers/sums/<task>/right/ and tests/answers/sums/<task>/wrong/"
    ) == found.notes[0].what


def test_a_marker_with_an_unknown_grade_id_is_found_and_the_rest_is_tried(sums: Sums) -> None:
    sums.put(
        "cases/sums/test_double.py", CASES.replace('"double-test", weight', '"duoble-test", weight')
    )

    finding = only(sums.verified().findings, "unknown grade_id")

    assert "cases for duoble-test" == finding.where
    assert "there are double-test, half-test" in finding.what


def test_a_mistake_that_passes_is_found(sums: Sums) -> None:
    sums.put("mistakes/sums/more.py", ADDED)

    finding = only(sums.verified().findings, "mistake passes")

    assert "mistake added" == finding.where


def test_mistakes_that_the_probes_do_not_tell_apart_are_found(sums: Sums) -> None:
    sums.put("mistakes/sums/probes.py", PROBES.replace("3.0, -1.0", "1.0, 0.0"))

    found = sums.verified()

    assert ["mistake not told"] * 2 == [finding.kind for finding in found.findings]
    assert ["mistake squared", "mistake unchanged"] == [f.where for f in found.findings]


def test_duplicate_names_of_cases_and_mistakes_are_found_and_hide_nothing(sums: Sums) -> None:
    sums.put("cases/sums/test_again.py", CASES.replace("test_keeps_the_shape", "test_doubles"))
    sums.put("mistakes/sums/wrong_again.py", MISTAKES.replace("x * x", "x + x"))

    found = sums.verified().findings
    said = {(finding.kind, finding.where, finding.what) for finding in found}

    assert ("duplicate name", "test_again.py, line 14") in {(k, where) for k, where, _ in said}
    assert ("duplicate name", "cases for double-test") in {(k, where) for k, where, _ in said}
    assert "two mistakes are called squared; rename one" in {what for *_, what in said}
    assert "mistake passes" in {kind for kind, *_ in said}


def test_a_leaking_release_is_found(sums: Sums) -> None:
    leak = code_cell("# doubled = x * 2.0 is what we want\n    doubled_at_last = x * 2.0", "")
    long = DOUBLE.replace("doubled =", "doubled_at_last =").replace("return doubled", "return 0")
    sums.source(double=long.replace("return 0", "return doubled_at_last"), more=(leak,))

    found = sums.verified()

    finding = only(found.findings, "leak")
    assert "doubled_at_last = x * 2.0" in finding.what
    assert "1 reason(s) to refuse it" == checks(found)["release"]


def test_a_mistyped_marker_is_found(sums: Sums) -> None:
    sums.source(check=CHECK.replace("BEGIN HIDDEN TESTS", "BEGIN HIDEN TESTS"))

    assert {"leak"} <= {finding.kind for finding in sums.verified().findings}


def test_points_that_are_not_there_and_cells_that_judge_nothing_are_found(sums: Sums) -> None:
    sums.source(
        more=(
            code_cell("assert half(1) == 0.5", "worthless-test", points=0),
            code_cell("# nothing yet", "empty-test", points=2),
        )
    )

    found = sums.verified()

    assert {"points", "judged by nothing", "stub gets points"} == {f.kind for f in found.findings}
    assert "6: 6 judged by machine" == checks(found)["points"]


def test_answers_that_end_otherwise_than_their_folder_says_are_found(sums: Sums) -> None:
    sums.put("tests/answers/sums/double/right/squared.py", "def double(x):\n    return x * x\n")
    sums.put("tests/answers/sums/double/wrong/added.py", "def double(x):\n    return x + x\n")
    sums.put("tests/answers/sums/triple/wrong/any.py", "triple = 3\n")

    found = {f.kind: f for f in sums.verified(quick=False).findings}

    assert {"right answer refused", "wrong answer passes", "answer"} == set(found)
    assert "right answer double/squared" == found["right answer refused"].where
    assert "the tasks are double, half" in found["answer"].what


def test_cases_that_cannot_be_collected_do_not_hide_the_rest(sums: Sums) -> None:
    sums.put("cases/sums/test_double.py", CASES.replace("weight=2", "wieght=2"))
    sums.source(more=(code_cell("assert half(1) == 0.5", "worthless-test", points=0),))

    found = sums.verified()

    assert {"cases", "points"} == {finding.kind for finding in found.findings}
    assert "knows no wieght" in found.findings[0].what


# Mutants

LOOSE = '''\
import pytest


@pytest.mark.case("double-test")
def test_doubles(student):
    """double(0.0) is 0.0."""
    assert student.double(0.0) == 0.0
'''


@needs_mutants
def test_mutants_that_survive_are_found_and_can_be_named_as_equivalent(sums: Sums) -> None:
    sums.put("cases/sums/test_double.py", LOOSE)
    survive = [f for f in sums.verified(quick=False).findings if f.kind == "mutant passes"]

    assert "mutant double-solution, line 3: doubled = x * 2.0  →  doubled = x * 3.0" in [
        finding.where for finding in survive
    ]

    sums.put(
        "mistakes/sums/equivalent.toml",
        """\
        [[equivalent]]
        cell = "double-solution"
        before = "doubled = x * 2.0"
        after = "doubled = x * 3.0"
        reason = "zero is zero"

        [[equivalent]]
        cell = "double-solution"
        before = "doubled = x * 2.0"
        after = "doubled = x + 2.0"
        reason = "it is not"

        [[equivalent]]
        cell = "double-solution"
        before = "doubled = x * 4.0"
        after = "doubled = x * 5.0"
        reason = "long gone"
        """,
    )
    found = sums.verified(quick=False).findings

    assert len(survive) - 1 == sum(f.kind == "mutant passes" for f in found)
    assert [
        "cases fail on 'doubled = x + 2.0', so it is no right answer",
        "no mutant makes 'doubled = x * 5.0' of 'doubled = x * 4.0'",
    ] == [finding.what for finding in found if finding.kind == "stale"]


def test_without_cosmic_ray_mutants_are_not_tried_and_it_says_what_to_install(
    sums: Sums, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.authoring.sowing.can_mutate", lambda: False)

    found = sums.verified(quick=False)

    assert () == found.findings
    assert "not tried: pip install cosmic-ray (the extra verify)" == checks(found)["mutants"]


@needs_mutants
def test_a_mutant_that_loops_dies(sums: Sums) -> None:
    counting = "n = 0\n    while n < 1:\n        n = n + 1\n        doubled = x * 2.0"
    sums.source(double=DOUBLE.replace("doubled = x * 2.0", counting))
    (loops,) = [row for row in sums.verified(quick=False).rows if row.name.endswith("n = n * 1")]

    assert ("test_doubles", "test_keeps_the_shape") == loops.failed


# The command


def command(course: Course, *arguments: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(course.folder)
    return CliRunner().invoke(app, ["verify", *arguments])


def test_the_command_exits_with_0_where_all_is_well(
    sums: Sums, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = command(sums, "--quick", "--matrix", "--html", "page.html", monkeypatch=monkeypatch)
    page = (sums.folder / "page.html").read_text(encoding="utf-8")

    assert 0 == said.exit_code, said.output
    assert "all is well" in said.output
    assert "## mistake: squared" in said.output
    assert "<caption>2 wrong plants by 2 cases.</caption>" in page
    assert "http" not in page


def test_the_command_exits_with_1_and_writes_json(
    sums: Sums, monkeypatch: pytest.MonkeyPatch
) -> None:
    sums.source(double=DOUBLE.replace("x * 2.0", "x * 2.5"), check=CHECK.partition("\n")[2])
    said = command(sums, "sums", "--quick", "--json", "-", monkeypatch=monkeypatch)
    found = json.loads(said.stdout)

    assert 1 == said.exit_code
    assert not found["good"]
    assert "solution fails" == found["findings"][0]["kind"]


def test_the_command_exits_with_2_where_there_is_nothing_to_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = command(Course.new(tmp_path / "empty"), monkeypatch=monkeypatch)

    assert "run this in the course's folder" in str(said.exception)
