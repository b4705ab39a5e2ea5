"""Hidden cases of the two exercises: the typed answers, and a function for any numbers.

Typed answers are accepted to the four decimals that the lesson prints, as numbers, numeric
strings, fractions, lists, tuples, arrays or tensors. They come from the lesson's symmetric
numbers, where a wrong row can give the right one; so half of the points are for the functions,
whose inputs are drawn from the submission's seed and are not symmetric.
"""

import pytest
import torch

from autograder.cases.attention.formula import MEANINGS, reference
from autograder.judge.compare import (
    Mismatch,
    check_close,
    check_same,
    describe,
    number,
    numbers,
    truth,
)
from autograder.judge.student import call

PRINTED = 5.1e-5
"""Half a unit in the fourth decimal, and a little for rounding."""


def check_number(label, got, expected):
    if abs(got - expected) > PRINTED:
        raise Mismatch(f"{label} is {got:.4f}; that is not it. Work it out once more by hand.")


def yes_or_no(label, got):
    """True or False from a boolean or a word."""
    if got is None:
        raise Mismatch(f"{label} is not answered yet.")
    found = truth(got)
    if found is None:
        raise Mismatch(f'{label} should be True or False, or "yes" or "no"; it is {describe(got)}.')
    return found


@pytest.mark.case("exercise-1-test", weight=0.6, stage="typed answers")
def test_how_much_the_output_grows(student):
    """Coordinate 0 of position 1 grows by twice the weight with which it reads position 2."""
    got = number("exercise_1_increase", student["exercise_1_increase"])
    check_number("exercise_1_increase", got, 0.8022241854)


@pytest.mark.case("exercise-1-test", weight=0.4, stage="typed answers")
def test_whether_the_weights_change(student):
    """Whether the attention weights change when only V does."""
    if yes_or_no("exercise_1_weights_change", student["exercise_1_weights_change"]):
        raise Mismatch("Neither the scores nor the softmax use V: look again at what they use.")


@pytest.mark.case("exercise-2-test", weight=0.5, stage="typed answers")
def test_weights_of_a_zero_query(student):
    """The first row of weights for the query [0, 0]."""
    got = numbers("exercise_2_weights", student["exercise_2_weights"], 3)
    for i, value in enumerate(got):
        check_number(f"exercise_2_weights[{i}]", value, 1 / 3)


@pytest.mark.case("exercise-2-test", weight=0.5, stage="typed answers")
def test_output_of_a_zero_query(student):
    """The output of position 0 for the query [0, 0]."""
    got = numbers("exercise_2_output", student["exercise_2_output"], 2)
    for i, (value, expected) in enumerate(zip(got, (2 / 3, 4 / 3), strict=True)):
        check_number(f"exercise_2_output[{i}]", value, expected)


# ---- the same for any numbers

GROWTH = "output_growth(...)"
GROWN = "the reader's share in the changed position, times new_row - old_row"


def proportions(draw, readers, positions):
    """Random weights [readers, positions]: each row sums to 1, and no two entries are alike."""
    return torch.softmax(draw(readers, positions), dim=-1)


def check_growth(got, weights, reader, changed, old_row, new_row):
    """`got` is the growth of the reader's output: [dv]."""
    change = new_row.double() - old_row.double()
    check_close(GROWTH, got, weights.double()[reader, changed] * change, meaning=GROWN)


@pytest.mark.case("exercise-1-test", weight=0.6, stage="any numbers")
def test_growth_at_any_two_positions(student, draw):
    """output_growth takes the reader's share in the position that changes."""
    weights, old_row, new_row = proportions(draw, 4, 4), draw(3), draw(3)
    places = [(reader, changed) for reader in range(4) for changed in range(4)]
    inputs = [(weights, *place, old_row, new_row) for place in places]
    answers = student.run(*[call("output_growth", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        check_growth(answer.value, *each)


@pytest.mark.case("exercise-1-test", weight=0.2, stage="any numbers")
def test_growth_of_other_sizes(student, draw):
    """output_growth works for any number of readers, positions and coordinates."""
    sizes = ((1, 5, 4, 0, 3), (6, 2, 1, 5, 1), (2, 7, 6, 1, 6), (5, 3, 2, 3, 0), (3, 3, 3, 1, 2))
    inputs = []
    for readers, positions, width, reader, changed in sizes:
        weights = proportions(draw, readers, positions)
        inputs.append((weights, reader, changed, draw(width), draw(width)))
    same = draw(3)
    inputs.append((proportions(draw, 3, 4), 2, 1, same, same.clone()))
    inputs.append((proportions(draw, 4, 3), 3, 2, torch.zeros(2), draw(2)))
    answers = student.run(*[call("output_growth", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        check_growth(answer.value, *each)


@pytest.mark.case("exercise-1-test", weight=0.2, stage="any numbers")
def test_growth_leaves_its_arguments_alone(student, draw):
    """output_growth is right and changes none of weights, old_row and new_row."""
    inputs = (proportions(draw, 3, 5), 2, 1, draw(4), draw(4))
    first, second = student.run(*[call("output_growth", *inputs, watched=True)] * 2)
    for answer in (first, second):
        check_growth(answer.value, *inputs)
    check_left_alone(("weights", "reader", "changed", "old_row", "new_row"), inputs, first)


def check_left_alone(names, before, answer):
    """The tensors among the arguments are what they were before the call."""
    for name, was, now in zip(names, before, answer.arguments, strict=True):
        if isinstance(was, torch.Tensor):
            check_same(name, was, now)


ROW = {
    "weights": "the softmax of the new query's scaled dot products, over the keys",
    "output": MEANINGS["output"],
}


def check_row(got, q, k, v, position, query):
    """`got` is (weights [nk], output [dv]) of that query; q and position play no part in it."""
    if not isinstance(got, tuple) or len(got) != len(ROW):
        raise Mismatch(
            "row_with_query should return a tuple of two tensors (weights, output); "
            f"it returned {describe(got)}."
        )
    right = reference(query[None], k, v)
    for (name, meaning), value in zip(ROW.items(), got, strict=True):
        expected = getattr(right, name)[0]
        check_close(f"row_with_query: {name}", value, expected, meaning=meaning)


def some_rows(draw, *sizes):
    """Random (q, k, v, position, query) of sizes (nq, nk, d, dv, position)."""
    return [
        (draw(nq, d), draw(nk, d), draw(nk, dv), position, draw(d))
        for nq, nk, d, dv, position in sizes
    ]


@pytest.mark.case("exercise-2-test", weight=0.6, stage="any numbers")
def test_row_of_any_position(student, draw):
    """row_with_query gives the position's weights and output for any new query."""
    inputs = some_rows(draw, *((4, 4, 4, 4, position) for position in range(4)))
    inputs += some_rows(draw, *((3, 3, 2, 2, position) for position in range(3)))
    answers = student.run(*[call("row_with_query", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        check_row(answer.value, *each)


@pytest.mark.case("exercise-2-test", weight=0.2, stage="any numbers")
def test_row_of_other_sizes(student, draw):
    """row_with_query works for any sizes, also where a query of zeros gives the average."""
    sizes = ((5, 7, 3, 2, 4), (1, 4, 6, 5, 0), (6, 2, 8, 3, 2), (3, 5, 1, 1, 1), (2, 1, 5, 4, 1))
    inputs = some_rows(draw, *sizes)
    q, k, v, position, query = some_rows(draw, (3, 6, 5, 2, 2))[0]
    no_key = k.clone()
    no_key[1] = 0.0
    inputs += [(q, k, v, position, torch.zeros_like(query)), (q, no_key, v, position, query)]
    answers = student.run(*[call("row_with_query", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        check_row(answer.value, *each)


@pytest.mark.case("exercise-2-test", weight=0.2, stage="any numbers")
def test_row_leaves_its_arguments_alone(student, draw):
    """row_with_query is right and changes none of q, k, v and query."""
    inputs = some_rows(draw, (4, 5, 3, 2, 2))[0]
    first, second = student.run(*[call("row_with_query", *inputs, watched=True)] * 2)
    for answer in (first, second):
        check_row(answer.value, *inputs)
    check_left_alone(("q", "k", "v", "position", "query"), inputs, first)
