"""Every assignment's library of mistakes, planted in its solved notebook one at a time.

Nothing in here knows a lesson. A planted mistake goes the way of a student's answer: over the
wire to the probes and the cases.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

import autograder
from autograder.judge.channel import InProcessChannel
from autograder.judge.diagnosis import Diagnostician
from autograder.judge.mistakes import Mistake, load_mistakes, load_module, outcome
from autograder.judge.run import Judge
from autograder.notebook import find_source, grade_id, is_graded, is_manual, namespace_at, read
from autograder.verdict import Outcome
from autograder.wire.messages import Foreign
from tests.answers import ASSIGNMENTS

ROOT = Path(__file__).parents[2]
KIT = Path(autograder.__file__).parent

LEAST = {"attention": 300, "softmax": 80}
EVERY = {"attention": 8, "softmax": 1}
"""Of attention's mistakes one in eight goes through its cases here, which take their time."""
MEANT_TO_BE_LARGE = {"later_positions_minus_a_billion"}

every_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


@cache
def mistakes(assignment: str) -> tuple[Mistake, ...]:
    return tuple(load_mistakes(KIT / "mistakes" / assignment))


def in_table(assignment: str, table: str) -> Any:
    """PROBES or ASKED of the assignment's library."""
    return getattr(
        load_module(KIT / "mistakes" / assignment / f"{table.lower()}.py"), table.upper()
    )


@cache
def solved(assignment: str) -> dict[str, Any]:
    """Every name of the solved notebook, as it stands at its last graded code cell."""
    source = find_source(ROOT, assignment)
    return namespace_at(source, graded(assignment)[-1])


@cache
def graded(assignment: str) -> list[str]:
    """The cells that a machine judges, in the notebook's order."""
    cells = read(find_source(ROOT, assignment)).cells
    return [grade_id(cell) for cell in cells if is_graded(cell) and not is_manual(cell)]


def cell_of(one: Mistake, assignment: str) -> str:
    """The graded cell that asks for what the mistake is in."""
    (cell,) = (cell for cell, names in in_table(assignment, "asked").items() if one.asked in names)
    return str(cell)


def planted(one: Mistake, assignment: str) -> InProcessChannel:
    """The solved notebook, in which the student made this one mistake."""
    answer = one.answer() if one.is_value else one.answer
    return InProcessChannel({**solved(assignment), one.asked: answer})


def lesson_text(assignment: str) -> str:
    cells = json.loads(find_source(ROOT, assignment).read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Beside other test processes, torch's threads cost these small tensors four times the time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


# ---- names, sentences, tables


@every_assignment
def test_a_library_has_many_mistakes_of_different_names(assignment: str) -> None:
    names = [one.name for one in mistakes(assignment)]

    assert LEAST[assignment] <= len(names)
    assert len(names) == len(set(names))


@every_assignment
def test_the_table_of_what_is_asked_names_the_graded_cells_and_what_they_define(
    assignment: str,
) -> None:
    asked = in_table(assignment, "asked")

    assert graded(assignment) == list(asked)
    assert {one.asked for one in mistakes(assignment)} == {
        name for names in asked.values() for name in names
    }
    for one in mistakes(assignment):
        assert one.is_value != callable(solved(assignment)[one.asked]), one.name


@every_assignment
def test_functions_have_probes_and_variables_have_none(assignment: str) -> None:
    functions = {one.asked for one in mistakes(assignment) if not one.is_value}

    assert functions == set(in_table(assignment, "probes"))


@every_assignment
def test_a_sentence_is_short_and_sends_the_student_to_a_heading(assignment: str) -> None:
    lines = lesson_text(assignment).splitlines()
    headings = {line.lstrip("#").strip() for line in lines if line[:1] == "#"}
    for one in mistakes(assignment):
        named = re.findall(r"“(.*?)”", one.sentence)

        assert 40 <= len(one.sentence) <= 420, one.name
        assert 3 >= len(re.findall(r"[.?!](?=\s|$)", one.sentence)), one.name
        assert named, f"{one.name} names no heading"
        assert set(named) <= headings, one.name


@every_assignment
def test_numbers_of_four_decimals_in_a_sentence_are_the_lesson_s(assignment: str) -> None:
    lesson = lesson_text(assignment)
    for one in mistakes(assignment):
        for number in re.findall(r"\d+\.\d{4}", one.sentence):
            assert number in lesson, one.name


# ---- probes


@every_assignment
def test_the_right_answer_fails_on_no_probe(assignment: str) -> None:
    for asked, probes in in_table(assignment, "probes").items():
        for probe in probes:
            assert not isinstance(outcome(solved(assignment)[asked], probe), Foreign), asked


@every_assignment
def test_no_number_on_a_probe_is_so_large_that_it_would_hide_the_others(assignment: str) -> None:
    """Outcomes are compared by the size of their largest entry."""
    for one in mistakes(assignment):
        if one.is_value or one.name in MEANT_TO_BE_LARGE:
            continue
        for probe in in_table(assignment, "probes")[one.asked]:
            value = outcome(one.answer, probe)
            for part in value if isinstance(value, tuple | list) else [value]:
                if isinstance(part, torch.Tensor):
                    assert 1e3 > float(torch.nan_to_num(part.abs(), posinf=0.0).max()), one.name


# ---- planted


@every_assignment
def test_the_solved_notebook_is_no_mistake(assignment: str) -> None:
    diagnostician = Diagnostician(KIT / "mistakes" / assignment)
    channel = InProcessChannel(solved(assignment))

    assert {} == {
        cell: found
        for cell in graded(assignment)
        if (found := diagnostician.diagnose(cell, channel)) is not None
    }


@every_assignment
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_mistake_is_diagnosed_as_itself(assignment: str) -> None:
    diagnostician = Diagnostician(KIT / "mistakes" / assignment)
    found = {
        one.name: diagnostician.diagnose(cell_of(one, assignment), planted(one, assignment))
        for one in mistakes(assignment)
    }

    assert [] == [name for name, told in found.items() if told is None or told.name != name]


@every_assignment
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_no_mistake_passes(assignment: str) -> None:
    with Judge(KIT / "cases" / assignment) as judge:
        results = {
            one.name: judge.judge(cell_of(one, assignment), planted(one, assignment))
            for one in mistakes(assignment)[:: EVERY[assignment]]
        }

    outcomes = {name: {case.outcome for case in cases} for name, cases in results.items()}
    assert [] == [name for name, seen in outcomes.items() if Outcome.UNDECIDED in seen]
    assert [] == [name for name, seen in outcomes.items() if Outcome.FAILED not in seen]
