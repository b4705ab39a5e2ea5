"""Hidden cases of the exercise's typed answers; the weights add up to 1.

Answers are accepted to the four decimals that the lesson prints, as numbers, numeric strings,
fractions, lists, tuples, arrays or tensors.
"""

import pytest

from autograder.judge.compare import Mismatch, numbers

PRINTED = 5.1e-5
"""Half a unit in the fourth decimal, and a little for rounding."""


def check_typed(student, name, expected):
    got = numbers(name, student[name], len(expected))
    for place, (value, right) in enumerate(zip(got, expected, strict=True)):
        if abs(value - right) > PRINTED:
            raise Mismatch(
                f"{name}[{place}] is {value:.4f}; that is not it. Work it out once more by hand."
            )


@pytest.mark.case("exercise-test", weight=0.5, stage="values")
def test_three_probabilities(student):
    """The probabilities of the logits ln 1, ln 2 and ln 5."""
    check_typed(student, "exercise_probabilities", [1 / 8, 2 / 8, 5 / 8])


@pytest.mark.case("exercise-test", weight=0.5, stage="values")
def test_the_same_at_half_the_temperature(student):
    """The probabilities of the same logits at the temperature 0.5."""
    check_typed(student, "exercise_cold", [1 / 30, 4 / 30, 25 / 30])
