"""Visible checks: which cells they are, and what is read from their outputs."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from autograder.errors import SubmissionError
from autograder.grading.checklist import print_checked
from autograder.grading.visible import Checked, CheckResult, Standing, code_cells, read_back
from autograder.notebook import Notebook, new_cell, new_notebook
from autograder.restore import checksum
from autograder.sandbox.host import CellRun
from autograder.wire.messages import Output

FINE = CellRun((Output("stream", name="stdout", text="f: fine\n"),), 0.5)


def error(ename: str, evalue: str, *traceback: str) -> CellRun:
    return CellRun((Output("error", ename=ename, evalue=evalue, traceback=traceback),))


def answer(source: str, given_out: str = "raise NotImplementedError") -> Notebook:
    """A solution cell that was given out with other text."""
    return nbgraders("f", given_out, source)


def check(source: str = "assert f() == 1", now: str | None = None) -> Notebook:
    return nbgraders("f-test", source, now, grade=True, points=2)


def nbgraders(name: str, given_out: str, now: str | None = None, **more: object) -> Notebook:
    nbgrader = {"grade_id": name, "grade": False, "solution": not more, "locked": bool(more)}
    cell = new_cell("code", given_out, name, {"nbgrader": {**nbgrader, **more}})
    cell.metadata["nbgrader"]["checksum"] = checksum(cell)
    cell.source = given_out if now is None else now
    return cell


def result(run: CellRun, above: CellRun = FINE, *cells: Notebook) -> CheckResult:
    """The check's result after an answer and the check ran, or what stands in their place."""
    notebook = new_notebook(cells or (answer("def f(): return 2"), check()))
    (found,) = read_back("n.ipynb", notebook, (above, run), "strict").checks
    return found


def test_a_check_that_raises_nothing_passes_with_its_last_line() -> None:
    found = result(FINE)

    assert (Standing.PASSED, "f: fine", 0.5) == (found.standing, found.message, found.seconds)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (error("NotYet", "Not yet.\nLook there."), "Not yet.\nLook there."),
        (error("AssertionError", "1 was expected"), "1 was expected"),
        (
            error("AssertionError", "", "Cell In[2], line 1\n----> 1 assert f() == 1\n"),
            "This does not hold: assert f() == 1",
        ),
        (
            error("NameError", "name 'g' is not defined", "Cell In[2], line 7\n"),
            "The check stopped with NameError: name 'g' is not defined (line 7)",
        ),
        (
            CellRun((Output("execute_result", data={"text/plain": "0.5"}),)),
            "0.5 of 2 points",
        ),
    ],
)
def test_a_check_that_fails_says_why(run: CellRun, expected: str) -> None:
    found = result(run)

    assert (Standing.FAILED, expected) == (found.standing, found.message)


def test_an_answer_as_it_was_given_out_is_not_written_yet_whatever_the_check_says() -> None:
    stub = answer("raise NotImplementedError")
    found = result(error("NameError", "name 'f' is not defined"), FINE, stub, check())

    assert Standing.UNWRITTEN is found.standing


def test_an_error_in_the_answer_stands_beside_the_check_and_a_reached_stub_does_not() -> None:
    failed = error("AssertionError", "no")

    (note,) = result(failed, error("ZeroDivisionError", "division by zero")).notes

    assert (
        "The cell that begins with `def f(): return 2` stopped with "
        "ZeroDivisionError: division by zero"
    ) == note
    assert () == result(failed, error("NotImplementedError", "not written yet")).notes


def test_a_changed_check_is_said_to_be_changed() -> None:
    found = result(FINE, FINE, answer("def f(): return 1"), check(now="pass"))

    assert Standing.PASSED is found.standing
    assert (
        "The cell of this check was changed; grading puts its own in its place.",
    ) == found.notes


def test_a_check_that_was_not_reached_did_not_run() -> None:
    assert Standing.NOT_RUN is result(CellRun()).standing


def test_without_nbgrader_s_metadata_the_checks_are_known_by_their_text() -> None:
    texts = ("raise NotImplementedError()", "@visible_check('f')\ndef f_check(): ...")
    plain = [new_cell("code", text, f"cell-{i}", {}) for i, text in enumerate(texts)]
    notebook = new_notebook(plain)
    runs = (error("NotImplementedError", ""), error("NotYet", "f: not written yet"))

    found = read_back("n.ipynb", notebook, runs, "strict")

    assert ["f"] == [one.task for one in found.checks]
    assert Standing.UNWRITTEN is found.checks[0].standing
    assert "fresh copy" in found.notes[0]


def test_a_notebook_without_checks_is_refused() -> None:
    with pytest.raises(SubmissionError, match="no check in it"):
        code_cells(new_notebook([new_cell("code", "1", "one", {})]))


def test_what_drives_a_terminal_is_not_printed() -> None:
    nasty = CheckResult(name="f-test", standing=Standing.FAILED, message="\x1b[2Jgone\x07" * 99)
    printed = StringIO()

    print_checked(
        Checked(notebook="n\x1b.ipynb", confinement="strict", checks=(nasty,)),
        Console(file=printed, width=2000),
    )

    assert "\x1b" not in printed.getvalue()
    assert "\x07" not in printed.getvalue()
    assert 700 > len(printed.getvalue().splitlines()[1].rstrip())
