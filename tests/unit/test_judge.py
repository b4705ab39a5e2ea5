"""The judge: what an outcome of pytest's means, and that hidden values stay hidden."""

from __future__ import annotations

import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.errors import AuthoringError, StudentError
from autograder.judge.channel import InProcessChannel
from autograder.judge.run import Judge
from autograder.judge.student import Student, call, read
from autograder.verdict import CaseResult, Outcome
from autograder.wire.messages import Array, MalformedReply, Reply, Request, Returned, TupleValue

PASSED, FAILED, UNDECIDED = Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED
TOLD = "this could not be decided; your instructor has been told"
HEADER = """\
import pytest
import torch

from autograder.judge.compare import Mismatch, check_close, number

case = pytest.mark.case("task-test")
"""


class Cases:
    """Folders of case files, and judges of them that are closed after the test."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._judges: list[Judge] = []

    def judge(self, folder: str = "cases", **files: str) -> Judge:
        """A judge of a folder with these files: `test_it="..."` is `test_it.py`."""
        for name, source in files.items():
            path = self._root / folder / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(HEADER + textwrap.dedent(source), encoding="utf-8")
        judge = Judge(self._root / folder)
        self._judges.append(judge)
        return judge

    def results(self, source: str, **namespace: Any) -> tuple[CaseResult, ...]:
        """The results of one case file on a student's names."""
        return self.judge(test_it=source).judge("task-test", InProcessChannel(namespace))

    def close(self) -> None:
        for judge in self._judges:
            judge.close()


@pytest.fixture
def cases(tmp_path: Path) -> Iterator[Cases]:
    made = Cases(tmp_path)
    yield made
    made.close()


def outcomes(results: tuple[CaseResult, ...]) -> list[tuple[str, Outcome]]:
    return [(result.name, result.outcome) for result in results]


# ---- passed, failed, undecided


def test_a_case_that_ends_has_passed_and_says_what_its_author_wrote(cases: Cases) -> None:
    (result,) = cases.results(
        '''
        @pytest.mark.case("task-test", weight=2, stage="values")
        def test_double(student):
            """Doubling
            works."""
            check_close("double", student.double(torch.ones(2)), torch.full((2,), 2.0))
        ''',
        double=lambda x: 2 * x,
    )

    expected = CaseResult(
        name="test_double", line="Doubling works.", stage="values", weight=2.0, outcome=PASSED
    )
    assert expected == result


def test_a_mismatch_fails_with_its_sentence_and_nothing_else(cases: Cases) -> None:
    (result,) = cases.results(
        '''
        @case
        def test_double(student):
            """Doubling works."""
            check_close("double", student.double(torch.ones(2)), torch.full((2,), 42.5))
        ''',
        double=lambda x: 2 * x,
    )

    assert (FAILED, "double has other values.", "") == (
        result.outcome,
        result.message,
        result.detail,
    )


def _raises() -> None:
    raise ValueError("no idea")


def _not_written() -> None:
    raise NotImplementedError("not written yet")


def _exits() -> None:
    raise SystemExit(0)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("answer raised ValueError: no idea", _raises),
        ("answer: not written yet", _not_written),
        ("answer raised SystemExit: 0", _exits),
        ("answer raised TypeError: 'NoneType' object is not callable", None),
    ],
)
def test_an_error_of_the_student_s_fails_with_a_sentence(
    cases: Cases, expected: str, answer: Any
) -> None:
    (result,) = cases.results(
        '''
        @case
        def test_answer(student):
            """It answers."""
            student.answer()
        ''',
        answer=answer,
    )

    assert (FAILED, expected, "") == (result.outcome, result.message, result.detail)


def test_a_name_that_is_missing_fails_with_what_to_do(cases: Cases) -> None:
    by_call, by_read = cases.results(
        '''
        @case
        def test_call(student):
            """It can be called."""
            student.answer()

        @case
        def test_read(student):
            """It can be read."""
            student["answer"]
        '''
    )

    expected = "answer is not there: the cell that defines it stopped before, or was not filled in"
    assert [(FAILED, expected)] * 2 == [(r.outcome, r.message) for r in (by_call, by_read)]


ASSERTS = '''
SECRET = [0.4242, 0.1717]

@case
def test_bare(student):
    """A bare assert."""
    assert student["x"] == SECRET

@case
def test_said(student):
    """An assert with a message."""
    assert student["x"] == SECRET, "x should be the pair of the lesson"

@case
def test_said_in_two_lines(student):
    """An assert with a longer message."""
    assert student["x"] == SECRET, "x should be the pair.\\nLook at the lesson."

@case
def test_calls(student):
    """An assert with calls in it."""
    assert all(a == b for a, b in zip(student["x"], SECRET)) and max(SECRET) < 0

@case
def test_compares_a_long_text(student):
    """An assert on texts."""
    assert "0.1234 0.4242" == "0.1234 0.1717"

@case
def test_raised(student):
    """An AssertionError that is raised."""
    raise AssertionError("x should be written as a pair")
'''


def test_an_assert_fails_with_the_author_s_message_and_never_with_introspected_values(
    cases: Cases,
) -> None:
    results = cases.results(ASSERTS, x=[1.0, 2.0])

    expected = {
        "test_bare": "",
        "test_said": "x should be the pair of the lesson",
        "test_said_in_two_lines": "x should be the pair.\n  Look at the lesson.",
        "test_calls": "",
        "test_compares_a_long_text": "",
        "test_raised": "x should be written as a pair",
    }
    assert expected == {result.name: result.message for result in results}
    for result in results:
        assert FAILED is result.outcome
        assert "0.4242" not in result.message + result.line
    assert "0.4242" in results[0].detail  # for the instructor


def test_assertions_of_numpy_torch_and_unittest_do_not_tell_their_values(cases: Cases) -> None:
    results = cases.results(
        '''
        import unittest
        import numpy as np

        @case
        def test_numpy(student):
            """By numpy."""
            np.testing.assert_allclose([1.0, 2.0], [1.0, 4242.0])

        @case
        def test_torch(student):
            """By torch."""
            torch.testing.assert_close(torch.ones(1), torch.full((1,), 4243.0))

        @case
        def test_unittest(student):
            """By unittest."""
            unittest.TestCase().assertEqual(1, 4242)
        '''
    )

    for result in results:
        assert (FAILED, "") == (result.outcome, result.message)
        assert "424" in result.detail


@pytest.mark.parametrize(
    "body",
    {
        "an exception": "1 / 0",
        "an unknown name": "nonsense",
        "a skip": "pytest.skip('not today')",
        "an import or skip": "pytest.importorskip('no_such_module_at_all')",
        "an xfail": "pytest.xfail('known')",
        "pytest's fail": "pytest.fail('no')",
        "the end of the process": "raise SystemExit(0)",
        "an unknown fixture": "pass  # see its argument",
        "an index": "student['x'][99]",
    }.items(),
    ids=lambda pair: pair[0],
)
def test_what_is_the_case_s_own_fault_is_undecided_and_costs_nothing(
    cases: Cases, body: tuple[str, str]
) -> None:
    argument = ", missing_fixture" if "argument" in body[1] else ""
    (result,) = cases.results(
        f'''
        @case
        def test_it(student{argument}):
            """It works."""
            {body[1]}
        ''',
        x=[1],
    )

    assert (UNDECIDED, TOLD) == (result.outcome, result.message)
    assert result.detail


@pytest.mark.parametrize(
    "mark",
    ["xfail", "xfail(strict=True)", "xfail(run=False)", "skip", "skipif(True, reason='no')"],
)
@pytest.mark.parametrize("body", ["assert False, 'no'", "pass"])
def test_an_expected_failure_and_a_skip_are_undecided_however_they_end(
    cases: Cases, mark: str, body: str
) -> None:
    (result,) = cases.results(
        f'''
        @case
        @pytest.mark.{mark}
        def test_it(student):
            """It works."""
            {body}
        '''
    )

    assert (UNDECIDED, TOLD) == (result.outcome, result.message)


FIXTURES = '''
@pytest.fixture
def broken():
    raise ValueError("a fixture of ours")

@pytest.fixture
def asserting():
    assert [1, 2] == [3, 4]

@pytest.fixture
def breaks_afterwards():
    yield 1
    raise ValueError("afterwards")

@case
def test_broken(broken):
    """With a broken fixture."""

@case
def test_asserting(asserting):
    """With a fixture that asserts."""

@case
def test_breaks_afterwards(breaks_afterwards):
    """With a fixture that breaks afterwards."""

@case
def test_fails_before(breaks_afterwards):
    """A failure before the fixture breaks."""
    raise Mismatch("the student's")

@case
def test_after_all_that():
    """The next case."""
'''


def test_an_error_in_a_fixture_is_undecided_and_the_next_case_runs(cases: Cases) -> None:
    expected = [
        ("test_broken", UNDECIDED),
        ("test_asserting", UNDECIDED),
        ("test_breaks_afterwards", UNDECIDED),
        ("test_fails_before", FAILED),
        ("test_after_all_that", PASSED),
    ]

    assert expected == outcomes(cases.results(FIXTURES))


def test_the_student_s_error_in_a_fixture_is_the_student_s(cases: Cases) -> None:
    (result,) = cases.results(
        '''
        @pytest.fixture
        def answer(student):
            return student.answer()

        @case
        def test_answer(answer):
            """It answers."""
        ''',
        answer=_raises,
    )

    assert (FAILED, "answer raised ValueError: no idea") == (result.outcome, result.message)


# ---- what authors get wrong


@pytest.mark.parametrize(
    ("expected", "source"),
    [
        ("a case needs a docstring", "@case\ndef test_it(student): pass"),
        ("a case needs a docstring", "@case\ndef test_it(student):\n    '''   '''"),
        ("takes one grade_id", "@pytest.mark.case()\ndef test_it():\n    '''Line.'''"),
        ("takes one grade_id", "@pytest.mark.case('a', 'b')\ndef test_it():\n    '''Line.'''"),
        ("takes one grade_id", "@pytest.mark.case(3)\ndef test_it():\n    '''Line.'''"),
        ("takes one grade_id", "@pytest.mark.case\ndef test_it():\n    '''Line.'''"),
        *(
            (
                "weight is a number above 0",
                f"@pytest.mark.case('a', weight={weight})\ndef test_it():\n    '''Line.'''",
            )
            for weight in ("0", "-1", "'1'", "None", "float('nan')", "float('inf')", "True")
        ),
        (
            "the case marker knows no wieght; it takes core, keep, stage, weight",
            "@pytest.mark.case('a', wieght=2)\ndef test_it():\n    '''Line.'''",
        ),
        ("SyntaxError", "def test_it(:"),
        ("no_such_module_at_all", "import no_such_module_at_all"),
        ("ZeroDivisionError", "1 / 0"),
        ("duplicate", "@pytest.mark.parametrize('x', [1])\ndef test_it(student): pass\nduplicate"),
        ("'x'", "@case\n@pytest.mark.parametrize('x', [1])\ndef test_it():\n    '''Line.'''"),
    ],
)
def test_a_case_that_can_t_be_used_is_an_authoring_error_that_names_it(
    cases: Cases, expected: str, source: str
) -> None:
    with pytest.raises(AuthoringError, match=expected) as caught:
        cases.judge(test_it=source)

    assert "test_it" in str(caught.value)


def test_a_broken_conftest_is_an_authoring_error_too(cases: Cases) -> None:
    with pytest.raises(AuthoringError, match="conftest"):
        cases.judge(conftest="def broken(:", test_it="")


def test_a_folder_that_is_not_there_is_an_authoring_error(tmp_path: Path) -> None:
    with pytest.raises(AuthoringError, match="elsewhere"):
        Judge(tmp_path / "elsewhere")


def test_a_folder_without_cases_is_no_error(cases: Cases) -> None:
    judge = cases.judge(test_it="def test_ordinary():\n    assert False")

    assert {} == judge.cases
    assert () == judge.judge("task-test", InProcessChannel({}))


def test_after_a_folder_that_can_t_be_used_another_can(cases: Cases) -> None:
    with pytest.raises(AuthoringError):
        cases.judge("bad", test_it="def test_it(:")

    judge = cases.judge("good", test_it="@case\ndef test_it():\n    '''Line.'''")

    assert [PASSED] == [r.outcome for r in judge.judge("task-test", InProcessChannel({}))]


def test_the_environment_s_options_for_pytest_do_not_reach_the_judge(
    cases: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option -k nothing")
    monkeypatch.setenv("PYTEST_PLUGINS", "no_such_plugin")

    (result,) = cases.results("@case\ndef test_it():\n    '''Line.'''")

    assert PASSED is result.outcome


def test_a_pytest_ini_in_the_folder_does_not_reach_the_judge(cases: Cases, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")

    (result,) = cases.results("@case\ndef test_it():\n    '''Line.'''")

    assert PASSED is result.outcome


# ---- which cases, in what order


ORDER = '''
@case
def test_z(student):
    """Written first."""

@pytest.mark.case("other-test")
def test_of_another_cell(student):
    """Of another cell."""

@case
@pytest.mark.parametrize("n", [3, 1, 2])
def test_many(student, n):
    """For several numbers."""
    assert n != 1, "one is wrong"

@case
def test_a(student):
    """Written last."""

def test_ordinary(student):
    raise ValueError("not a case")
'''


def test_cases_run_in_the_author_s_order_and_only_those_of_the_cell(cases: Cases) -> None:
    judge = cases.judge(test_it=ORDER, test_earlier='@case\ndef test_first(): """First file."""\n')
    expected = [
        ("test_first", PASSED),
        ("test_z", PASSED),
        ("test_many[3]", PASSED),
        ("test_many[1]", FAILED),
        ("test_many[2]", PASSED),
        ("test_a", PASSED),
    ]

    assert expected == outcomes(judge.judge("task-test", InProcessChannel({})))
    assert ["test_of_another_cell"] == [
        result.name for result in judge.judge("other-test", InProcessChannel({}))
    ]
    assert () == judge.judge("a-cell-without-cases", InProcessChannel({}))


def test_the_collected_cases_are_listed_by_cell(cases: Cases) -> None:
    listed = cases.judge(test_it=ORDER).cases

    assert {"task-test": 5, "other-test": 1} == {name: len(infos) for name, infos in listed.items()}
    assert ["Of another cell."] == [info.line for info in listed["other-test"]]


def test_cases_of_a_cell_that_was_never_reached_all_have_one_outcome(cases: Cases) -> None:
    results = cases.judge(test_it=ORDER).unjudged("task-test", FAILED, "not reached")

    assert 5 == len(results)
    assert {(FAILED, "not reached", "")} == {(r.outcome, r.message, r.detail) for r in results}


def test_running_twice_gives_the_same_and_another_student_another_verdict(cases: Cases) -> None:
    judge = cases.judge(
        test_it='''
        @case
        def test_one(student):
            """x is one."""
            assert number("x", student["x"]) == 1, "x should be one"

        @case
        @pytest.mark.parametrize("n", [1, 2])
        def test_times(student, n):
            """It multiplies."""
            check_close("product", student.f(torch.ones(1) * n), torch.ones(1) * 2 * n)
        '''
    )
    right = InProcessChannel({"x": 1, "f": lambda x: 2 * x})
    wrong = InProcessChannel({"x": 2, "f": lambda x: x + 1})

    first = judge.judge("task-test", right)
    other = judge.judge("task-test", wrong)
    again = judge.judge("task-test", right)

    assert [PASSED] * 3 == [result.outcome for result in first]
    assert [FAILED, PASSED, FAILED] == [result.outcome for result in other]
    assert first == again


def test_random_inputs_come_from_the_seed_and_the_case_s_name(cases: Cases) -> None:
    judge = cases.judge(
        test_it='''
        @case
        @pytest.mark.parametrize("n", [1, 2])
        def test_draws(student, draw, n):
            """It draws."""
            student.keep(draw(3))
        '''
    )
    kept: list[tuple[float, ...]] = []
    channel = InProcessChannel({"keep": lambda x: kept.append(tuple(x.tolist()))})

    for seed in (1, 1, 2):
        judge.judge("task-test", channel, seed=seed)
    first, again, other = kept[0:2], kept[2:4], kept[4:6]

    assert first == again
    assert 4 == len({*first, *other})


def test_draw_without_a_size_gives_one_number(cases: Cases) -> None:
    (result,) = cases.results(
        '''
        @case
        def test_draws(draw):
            """A tensor of shape []."""
            assert draw().shape == ()
        '''
    )

    assert PASSED == result.outcome


def test_a_module_s_fixture_is_made_anew_for_every_student(cases: Cases) -> None:
    judge = cases.judge(
        test_it='''
        MADE = []

        @pytest.fixture(scope="module")
        def shared():
            MADE.append("made")
            yield len(MADE)
            MADE.append("ended")

        @case
        def test_first(student, shared):
            """First."""
            student.see(shared)

        @case
        def test_second(student, shared):
            """Second."""
            student.see(shared)
        '''
    )
    seen: list[int] = []
    channel = InProcessChannel({"see": seen.append})

    judge.judge("task-test", channel)
    judge.judge("task-test", channel)

    assert [1, 1, 3, 3] == seen


def test_a_class_of_cases_and_a_module_s_mark_are_pytest_as_usual(cases: Cases) -> None:
    results = cases.results(
        '''
        pytestmark = case

        class TestTogether:
            @pytest.fixture
            def two(self):
                return 2

            def test_x(self, student, two):
                """x is two."""
                assert student["x"] == two
        ''',
        x=2,
    )

    assert [("test_x", PASSED)] == outcomes(results)


SOME_FAIL = """\
@pytest.fixture(scope="module")
def made():
    return []

def line(name):
    def decorate(function):
        function.__doc__ = name
        return function
    return decorate

@case
@pytest.mark.parametrize("n", range(4))
@line("It is odd.")
def test_odd(student, made, n):
    assert (n + student["one"]) % 2, "even"
"""


def test_enough_failures_end_the_judging_and_the_next_student_starts_anew(cases: Cases) -> None:
    judge = cases.judge(test_it=SOME_FAIL)

    def outcomes(one: int, enough: int) -> list[Outcome]:
        channel = InProcessChannel({"one": one})
        return [case.outcome for case in judge.judge("task-test", channel, enough=enough)]

    assert [FAILED, PASSED, FAILED] == outcomes(0, enough=2)
    assert [PASSED, FAILED] == outcomes(1, enough=1)
    assert [PASSED, FAILED, PASSED, FAILED] == outcomes(1, enough=0)


def test_a_case_can_say_why_it_stays(cases: Cases) -> None:
    judge = cases.judge(
        test_it="""
        @pytest.mark.case("a", keep="shows the\\n order")
        def test_it():
            '''Line.'''
        """
    )

    assert "shows the order" == judge.cases["a"][0].keep


# ---- several judges


def test_two_judges_alive_at_once_have_each_their_own_cases(cases: Cases) -> None:
    source = '@case\ndef test_x(student):\n    """x is right."""\n    assert student["x"] == {}'
    one = cases.judge("one", test_same_name=source.format(1))
    two = cases.judge("two", test_same_name=source.format(2))
    channel = InProcessChannel({"x": 2})

    assert [FAILED] == [r.outcome for r in one.judge("task-test", channel)]
    assert [PASSED] == [r.outcome for r in two.judge("task-test", channel)]
    assert [FAILED] == [r.outcome for r in one.judge("task-test", channel)]


def test_a_judge_made_after_a_case_was_mended_runs_the_mended_case(cases: Cases) -> None:
    source = '@case\ndef test_x(student):\n    """x is right."""\n    assert student["x"] == {}'
    channel = InProcessChannel({"x": 2})
    before = cases.judge(test_mended=source.format("1 + 1 + 1")).judge("task-test", channel)
    after = cases.judge(test_mended=source.format(2)).judge("task-test", channel)

    assert [FAILED] == [result.outcome for result in before]
    assert [PASSED] == [result.outcome for result in after]


def test_a_module_of_the_same_name_elsewhere_is_not_taken_for_the_cases(
    cases: Cases, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = types.ModuleType("test_it")
    monkeypatch.setitem(sys.modules, "test_it", stranger)

    (result,) = cases.results("@case\ndef test_it():\n    '''Line.'''")

    assert PASSED is result.outcome
    assert stranger is sys.modules["test_it"]


def test_a_closed_judge_leaves_the_others_running(cases: Cases, tmp_path: Path) -> None:
    source = "@case\ndef test_it():\n    '''Line.'''"
    kept = cases.judge("kept", test_it=source)
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "test_it.py").write_text(HEADER + source)

    with Judge(tmp_path / "closed") as closed:
        closed.judge("task-test", InProcessChannel({}))

    assert [PASSED] == [r.outcome for r in kept.judge("task-test", InProcessChannel({}))]


# ---- answers to another question


class Forging:
    """A channel on which the student's process says what it likes."""

    def __init__(self, reply: Callable[[Request], Reply]) -> None:
        self._reply = reply

    def perform(self, request: Request) -> Reply:
        return self._reply(request)


ZERO = Array("float32", (1,), b"\0" * 4)
FORGED = {
    "no result": Reply(()),
    "two results": Reply((Returned(1), Returned(2))),
    "no arguments": Reply((Returned(ZERO, (), (ZERO, ZERO)),)),
    "an argument too many": Reply((Returned(ZERO, (ZERO,) * 3, (ZERO, ZERO)),)),
    "no gradients": Reply((Returned(ZERO, (ZERO, ZERO)),)),
    "a gradient too many": Reply((Returned(ZERO, (ZERO, ZERO), (ZERO,) * 3),)),
    "bytes that do not fit": Reply((Returned(Array("int8", (9,), b""), (ZERO,) * 2, (ZERO,) * 2),)),
    "a shape that can't be": Reply(
        (Returned(Array("int8", (2**63, 0), b""), (ZERO,) * 2, (ZERO,) * 2),)
    ),
    "a broken gradient": Reply(
        (Returned(ZERO, (ZERO, ZERO), (ZERO, Array("float32", (2,), b""))),)
    ),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_reply_is_the_student_s_fault(kind: str) -> None:
    student = Student(Forging(lambda _: FORGED[kind]))
    step = call("f", torch.ones(1), torch.ones(1), cotangents=[torch.ones(1)], watched=True)

    with pytest.raises(StudentError):
        student.run(step)


def test_a_forged_reply_fails_the_case_and_never_leaves_it_undecided(cases: Cases) -> None:
    judge = cases.judge(
        test_it='''
        from autograder.judge.student import call

        @case
        def test_gradient(student):
            """Gradients reach x."""
            answer, = student.run(call("f", torch.ones(1), cotangents=[torch.ones(1)]))
            check_close("gradient", answer.gradients[0], torch.ones(1))
        '''
    )

    for reply in FORGED.values():
        (result,) = judge.judge("task-test", Forging(lambda _, reply=reply: reply))
        assert FAILED is result.outcome


def test_a_read_has_no_arguments_to_forge() -> None:
    student = Student(Forging(lambda _: Reply((Returned(1, (ZERO,)),))))

    with pytest.raises(MalformedReply):
        student.run(read("x"))


def test_the_student_s_names_are_attributes_and_items() -> None:
    student = Student(InProcessChannel({"f": lambda x, y: (x, y), "π": 3}))

    assert (1, "two") == student.f(1, "two")
    assert 3 == student["π"]
    with pytest.raises(AttributeError):
        _ = student._private


def test_a_fault_hidden_in_a_value_is_no_answer(cases: Cases) -> None:
    (result,) = cases.results(
        '''
        @case
        def test_pair(student):
            """Two tensors."""
            first, second = student.pair()
            check_close("second", second, torch.ones(1))
        ''',
        pair=lambda: (torch.ones(1), object()),
    )

    assert FAILED is result.outcome
    assert "second should be a torch tensor; it is an object." == result.message


def test_values_of_a_forged_reply_are_values_and_no_verdict() -> None:
    forged = Reply((Returned(TupleValue(("passed", 10)), (), ()),))

    assert ("passed", 10) == Student(Forging(lambda _: forged)).answer()


def test_what_nobody_watched_can_t_be_asked_for(cases: Cases) -> None:
    """A check of it could not fail."""
    (result,) = cases.results(
        """
        @case
        def test_it(student):
            '''Line.'''
            from autograder.judge.student import call
            for argument in student.run(call("f", 1))[0].arguments:
                raise Mismatch("changed")
        """,
        f=lambda x: x,
    )

    assert Outcome.UNDECIDED == result.outcome
    assert "watched=True" in result.detail


PLAIN = """
@pytest.fixture
def pair(draw):
    return [draw(2), draw(2)]

@pytest.fixture
def first(pair):
    pair.append("first")
    return pair[0]

@case
@pytest.mark.parametrize("n", [2])
def test_plain(student, seed, pair, first, draw, n):
    \"\"\"Made once a case, however many ask for it.\"\"\"
    assert pair[2:] == ["first"], "made once"
    assert first is pair[0], "the same object"
    assert len(pair[1]) == n
    assert not torch.equal(draw(2), pair[1]), "one generator a case"
    assert False, f"{seed} {pair} {student['x']}"
"""
BY_PYTEST = """
@pytest.fixture(autouse=True)
def nothing():
    yield
"""


def test_a_case_sees_the_same_whether_pytest_sets_it_up_or_the_judge_calls_it(cases: Cases) -> None:
    plain = cases.judge("plain", test_it=PLAIN)
    set_up = cases.judge("set_up", test_it=PLAIN + BY_PYTEST)

    told = []
    for judge in (plain, set_up):
        (case,) = judge._cases["task-test"]
        assert (case.plan is None) == (judge is set_up)
        (result,) = judge.judge("task-test", InProcessChannel({"x": 7}), seed=3)
        told.append(result.message)
    assert "first" in told[0]
    assert told[0] == told[1]


def test_a_conftest_s_hook_is_asked_about_every_case(cases: Cases) -> None:
    seen = """
def pytest_runtest_call(item):
    item.obj.__globals__["seen"].append(item.name)
"""
    source = """
seen = []

@case
def test_first(student):
    \"\"\"The hook has been here.\"\"\"
    assert seen == ["test_first"], "the hook was not asked"
"""
    judge = cases.judge(conftest=seen, test_it=source)
    assert [PASSED] == [result.outcome for result in judge.judge("task-test", InProcessChannel({}))]
