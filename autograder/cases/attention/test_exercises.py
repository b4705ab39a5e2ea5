"""Hidden cases of the two exercises' typed answers.

Answers are accepted to the four decimals that the lesson prints, as numbers, numeric strings,
fractions, lists, tuples, arrays or tensors.
"""

import numpy as np
import pytest
import torch

from autograder.judge.compare import Mismatch, describe, number, numbers

PRINTED = 5.1e-5
"""Half a unit in the fourth decimal, and a little for rounding."""


def check_number(label, got, expected):
    if abs(got - expected) > PRINTED:
        raise Mismatch(f"{label} is {got:.4f}; that is not it. Work it out once more by hand.")


def yes_or_no(label, got):
    """True or False from a boolean or a word."""
    if isinstance(got, torch.Tensor):
        got = got.detach().tolist()
    elif isinstance(got, np.ndarray):
        got = got.tolist()
    while isinstance(got, list) and len(got) == 1:
        got = got[0]
    if got is None:
        raise Mismatch(f"{label} is not answered yet.")
    if isinstance(got, bool):
        return got
    word = got.strip().lower().rstrip(".!") if isinstance(got, str) else ""
    if word in ("yes", "y", "true"):
        return True
    if word in ("no", "n", "false"):
        return False
    raise Mismatch(f'{label} should be True or False, or "yes" or "no"; it is {describe(got)}.')


@pytest.mark.case("exercise-1-test", weight=0.6, stage="values")
def test_how_much_the_output_grows(student):
    """Coordinate 0 of position 1 grows by twice the weight with which it reads position 2."""
    got = number("exercise_1_increase", student["exercise_1_increase"])
    check_number("exercise_1_increase", got, 0.8022241854)


@pytest.mark.case("exercise-1-test", weight=0.4, stage="values")
def test_whether_the_weights_change(student):
    """Whether the attention weights change when only V does."""
    if yes_or_no("exercise_1_weights_change", student["exercise_1_weights_change"]):
        raise Mismatch("Neither the scores nor the softmax use V: look again at what they use.")


@pytest.mark.case("exercise-2-test", weight=1, stage="values")
def test_weights_of_a_zero_query(student):
    """The first row of weights for the query [0, 0]."""
    got = numbers("exercise_2_weights", student["exercise_2_weights"], 3)
    for i, value in enumerate(got):
        check_number(f"exercise_2_weights[{i}]", value, 1 / 3)


@pytest.mark.case("exercise-2-test", weight=1, stage="values")
def test_output_of_a_zero_query(student):
    """The output of position 0 for the query [0, 0]."""
    got = numbers("exercise_2_output", student["exercise_2_output"], 2)
    for i, (value, expected) in enumerate(zip(got, (2 / 3, 4 / 3), strict=True)):
        check_number(f"exercise_2_output[{i}]", value, expected)
