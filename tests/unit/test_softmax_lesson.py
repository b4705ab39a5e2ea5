"""The softmax lesson: its numbers, its checks and its worked solution.

Every number is computed here anew with math, without torch.
"""

from __future__ import annotations

import ast
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from autograder.notebook import grade_id, read

ROOT = Path(__file__).parents[2]
CELLS = read(ROOT / "source" / "softmax" / "softmax.ipynb").cells
TEXT = "\n\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")

LOGITS = [2, 1, 1, 0, -1, -2]


def exponentials(temperature: float = 1, shift: float = 0) -> list[float]:
    return [math.exp((logit - shift) / temperature) for logit in LOGITS]


def shares(temperature: float = 1) -> list[float]:
    parts = exponentials(temperature)
    return [part / math.fsum(parts) for part in parts]


ROWS = [exponentials(), exponentials(shift=2), shares(), shares(0.5), shares(2)]
SINGLE = [
    *(math.fsum(exponentials(temperature)) for temperature in (1, 0.5, 2)),
    math.fsum(exponentials(shift=2)),
    *(-math.log(shares()[word]) for word in (0, 1, 5)),
    math.log(math.fsum(exponentials())),
    math.log(6),
]
NUMBERS = {f"{number:.4f}" for number in [*SINGLE, *(entry for row in ROWS for entry in row)]}


def says(cell: str, code: str) -> str:
    """What the check of a task says to an answer; an empty string where it passes."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for each in CELLS:
        if each.cell_type != "code":
            continue
        source = code if grade_id(each) == f"{cell}-solution" else each.source
        if grade_id(each) == f"{cell}-test":
            with pytest.raises(AssertionError) as said:
                exec(source, namespace)
            return str(said.value)
        exec(source, namespace)
    raise AssertionError(f"there is no {cell}-test")


def test_every_number_with_four_decimals_is_right() -> None:
    found = set(re.findall(r"(?<![\d.])\d+\.\d{4}(?!\d)", TEXT))

    assert set() == found - NUMBERS
    assert len(found) >= 25


def test_every_row_of_six_is_right() -> None:
    bodies = re.findall(r"\[([\d.,\s\\]*\d\.\d{4}[\d.,\s\\]*)\]", TEXT)
    found = [[float(part.strip("\\ ")) for part in body.split(",")] for body in bodies]
    known = [[round(entry, 4) for entry in row] for row in ROWS]

    assert len(found) == 5
    assert [] == [row for row in found if row not in known]


def test_the_exercise_has_eighths_and_thirtieths() -> None:
    logits = [math.log(1), math.log(2), math.log(5)]
    cold = [math.exp(logit / 0.5) for logit in logits]
    source = next(cell.source for cell in CELLS if grade_id(cell) == "exercise-solution")

    assert [1, 2, 5] == pytest.approx([math.exp(logit) for logit in logits])
    assert [1, 4, 25] == pytest.approx(cold)
    assert '["1/8", "2/8", "5/8"]' in source
    assert '["1/30", "4/30", "25/30"]' in source


HEAD = "import torch\n"


@pytest.mark.parametrize(
    ("task", "code", "expected"),
    [
        ("softmax", "softmax = lambda z: z.clone()", "gave the logits back"),
        ("softmax", "softmax = torch.exp", "the exponentials, which sum to 14.3288"),
        ("softmax", "softmax = lambda z: z.log_softmax(-1)", "gave the logarithms"),
        ("softmax", "softmax = lambda z: z.softmax(0)", "sum to 1 by itself. Your columns do"),
        (
            "softmax",
            "softmax = lambda z: z.exp() / z.exp().sum(-1, keepdim=True)",
            "softmax(example + 1000) holds nan or infinity.\n"
            "Look at  “Subtracting the maximum changes nothing”, above.",
        ),
        ("softmax", "softmax = lambda z: None", "gave back None; is its last line a return?"),
        ("softmax", "softmax = lambda z: z.tolist()", "is of type list; a torch tensor was"),
        ("softmax", "softmax = lambda z: z.sub_(1).softmax(-1)", "changed its argument"),
        (
            "temperature",
            "with_temperature = lambda z, t: torch.softmax(z * t, -1)",
            "it starts with 0.7741 where 0.3402 was expected",
        ),
        (
            "surprise",
            "surprise = torch.nn.functional.cross_entropy",
            "one number for three places",
        ),
        (
            "surprise",
            "def surprise(z, w):\n    return torch.softmax(z, -1).gather(-1, w[..., None])[..., 0]",
            "surprise gave the probabilities",
        ),
        (
            "surprise",
            "def surprise(z, w):\n"
            "    return -torch.softmax(z, -1).gather(-1, w[..., None])[..., 0].log()",
            "is inf; 200 was expected",
        ),
        ("next-word", "next_word = lambda z: z.softmax(-1)", "the id of one word was expected"),
        (
            "next-word",
            "next_word = lambda z: z.amax(-1)",
            "next_word(example) is 2; 0 was expected",
        ),
        ("next-word", "next_word = lambda z: z.argmax(-1).float()", "ids are whole numbers"),
        ("exercise", "exercise_probabilities = exercise_cold = [1, 2, 5]", "sums to 8"),
        ("exercise", "exercise_probabilities = exercise_cold = 3", "3 numbers such as"),
        (
            "exercise",
            "exercise_probabilities = exercise_cold = ['0,5', 0, 0]",
            "is '0,5'; a number was expected. Decimals stand after a point: 0.5",
        ),
    ],
)
def test_a_check_names_what_is_wrong(task: str, code: str, expected: str) -> None:
    message = says(task, HEAD + code)

    assert message.startswith("Not yet. ")
    assert expected in message


def test_every_section_that_a_check_points_to_stands_above_it() -> None:
    above: set[str] = set()
    pointed = 0
    for cell in CELLS:
        above |= set(re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE))
        if grade_id(cell).endswith("-test"):
            texts = [n.value for n in ast.walk(ast.parse(cell.source)) if type(n) is ast.Constant]
            meant = {t for t in texts if isinstance(t, str) and re.fullmatch("[A-Z][a-z ]+", t)}
            pointed += len(meant)

            assert meant <= above, cell.id

    assert pointed >= 8


def test_an_answer_that_runs_into_another_stub_is_told_which() -> None:
    unwritten = "def softmax(logits):\n    raise NotImplementedError('not written yet')\n"
    code = unwritten + "with_temperature = lambda z, t: softmax(z / t)"

    assert "softmax: not written yet" == says("temperature", code)


def test_the_worked_lesson_prints_every_value_and_finds_them_right() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "solutions.softmax"], cwd=ROOT, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("15 of 15 values agree with the lesson\n")
    for number in NUMBERS - {"1.0000"}:
        assert number.rstrip("0") in done.stdout, number
