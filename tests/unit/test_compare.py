"""Comparisons: a sentence that helps, tolerances that are fair, and numbers given in any way."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from autograder.judge.compare import (
    CLOSE,
    EXACT,
    STABLE,
    Mismatch,
    check_close,
    check_dtype,
    check_gradient,
    check_ids,
    check_same,
    check_shape,
    check_tensor,
    describe,
    number,
    numbers,
)
from autograder.wire.messages import Foreign, MalformedReply
from autograder.wire.values import from_value, to_value


def complaint(check: Any, *arguments: Any, **options: Any) -> str:
    """The sentence with which a check fails."""
    with pytest.raises(Mismatch) as caught:
        check(*arguments, **options)
    return str(caught.value)


# ---- tensors


def test_a_tensor_of_floats_is_given_back_without_its_graph() -> None:
    got = torch.ones(2, requires_grad=True)

    assert not check_tensor("scores", got).requires_grad
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        assert dtype == check_tensor("scores", torch.ones(2, dtype=dtype)).dtype


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("scores should be a torch tensor; it is None.", None),
        ("scores should be a torch tensor; it is a list of 2.", [1.0, 2.0]),
        ("scores should be a torch tensor; it is a tuple of 0.", ()),
        ("scores should be a torch tensor; it is a numpy array of shape [2, 3].", np.ones((2, 3))),
        ("scores should be a torch tensor; it is a float.", 1.0),
        ("scores should be a torch tensor; it is a generator.", Foreign("generator", "<gen>")),
        ("scores should hold floating point numbers; it holds torch.int64.", torch.tensor([1])),
        ("scores should hold floating point numbers; it holds torch.bool.", torch.tensor([True])),
    ],
)
def test_what_is_no_tensor_of_floats_is_described(expected: str, got: object) -> None:
    assert expected == complaint(check_tensor, "scores", got)


def test_a_shape_is_compared_axis_by_axis() -> None:
    check_shape("output", torch.ones(2, 3), (2, 3))
    check_shape("output", torch.ones(()), [])

    assert "output should have shape [2, 3]; it has [3, 2]." == complaint(
        check_shape, "output", torch.ones(3, 2), (2, 3)
    )
    assert "output should have shape [1, 3]: one row a query; it has [3]." == complaint(
        check_shape, "output", torch.ones(3), (1, 3), "one row a query"
    )


def test_a_dtype_is_kept() -> None:
    check_dtype("output", torch.ones(1, dtype=torch.float64), torch.float64)

    assert "output should be torch.float64 like the inputs; it is torch.float32." == complaint(
        check_dtype, "output", torch.ones(1), torch.float64
    )


@pytest.mark.parametrize("size", [1e-3, 1.0, 7.0, 1000.0])
def test_tolerance_is_relative_to_the_size_of_the_values_and_at_least_of_one(size: float) -> None:
    expected = torch.tensor([size, 0.0], dtype=torch.float64)
    allowed = CLOSE * max(1.0, size)
    off = torch.tensor([0.0, 1.0], dtype=torch.float64)

    check_close("x", expected + 0.9 * allowed * off, expected)

    assert "x has other values." == complaint(
        check_close, "x", expected + 1.1 * allowed * off, expected
    )


def test_what_float32_rounds_is_forgiven_and_the_nearest_wrong_answer_is_not() -> None:
    expected = torch.linspace(-3, 3, 50, dtype=torch.float64)

    check_close("x", (expected + 1.5e-6).float(), expected)
    check_close("x", expected.float(), expected)
    with pytest.raises(Mismatch):
        check_close("x", expected + 5e-5, expected)


def test_a_detour_through_float32_shows_at_the_exact_tolerance() -> None:
    third = torch.tensor([1 / 3], dtype=torch.float64)

    check_close("x", third + 1e-10, third, tolerance=EXACT)
    with pytest.raises(Mismatch):
        check_close("x", third.float(), third, tolerance=EXACT)


def test_scores_near_a_thousand_have_more_room() -> None:
    expected = torch.tensor([1000.0, 1.0], dtype=torch.float64)

    check_close("x", expected + 0.5, expected, tolerance=STABLE)
    with pytest.raises(Mismatch):
        check_close("x", expected + 1.5, expected, tolerance=STABLE)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_nan_and_infinity_are_said_and_never_close(bad: float) -> None:
    expected = torch.tensor([1.0, 2.0])

    assert "weights should be finite; it holds NaN or infinity." == complaint(
        check_close, "weights", torch.tensor([1.0, bad]), expected
    )


def test_nan_is_found_even_where_nan_was_expected() -> None:
    nan = torch.tensor([math.nan])

    with pytest.raises(Mismatch):
        check_close("x", nan, nan)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_nothing_is_close_to_what_was_made_from_nan_or_infinity(bad: float) -> None:
    expected = "weights is finite, but what it is made from holds NaN or infinity."

    assert expected == complaint(
        check_close, "weights", torch.tensor([0.5, 0.5]), torch.tensor([bad, 0.5])
    )


def test_empty_tensors_and_tensors_without_axes_are_compared_too() -> None:
    check_close("x", torch.ones(0, 3), torch.ones(0, 3))
    check_close("x", torch.tensor(2.0), torch.tensor(2.0))

    assert "x is 3.0000, expected 2.0000." in complaint(
        check_close, "x", torch.tensor(3.0), torch.tensor(2.0), public=True
    )


def test_a_hidden_example_s_message_shows_no_number() -> None:
    message = complaint(
        check_close,
        "weights",
        torch.tensor([[0.1234, 0.8766]]),
        torch.tensor([[0.5678, 0.4322]]),
        meaning="the softmax of each row",
    )

    assert "weights should be the softmax of each row." == message


def test_a_public_example_s_message_shows_the_first_entry_that_differs() -> None:
    message = complaint(
        check_close,
        "scores",
        torch.tensor([[1.0, 0.0], [0.5, 1.0]]),
        torch.tensor([[1.0, 0.0], [0.25, 2.0]]),
        public=True,
        meaning="the dot products divided by √d",
    )

    assert (
        "scores should be the dot products divided by √d. scores[1, 0] is 0.5000, expected 0.2500."
        == message
    )


def test_values_that_broadcast_are_not_enough() -> None:
    message = complaint(check_close, "x", torch.ones(1), torch.ones(2, 2))

    assert "x should have shape [2, 2]; it has [1]." == message


def test_an_argument_that_stays_as_it_was_is_the_same() -> None:
    check_same("q", torch.ones(2), torch.ones(2))
    check_same("q", torch.ones(0), torch.ones(0))


@pytest.mark.parametrize(
    ("expected", "after"),
    [
        ("work on a new tensor", torch.tensor([1.0, 2.0 + 1e-6])),
        ("work on a new tensor", torch.tensor([1.0, 2.0], dtype=torch.float64)),
        ("requires_grad", torch.tensor([1.0, 2.0], requires_grad=True)),
        ("a tensor of shape \\[1, 2\\]", torch.tensor([[1.0, 2.0]])),
        ("it is now None", None),
        ("it is now a Fault", "fault"),
    ],
)
def test_an_argument_that_was_changed_is_named(expected: str, after: object) -> None:
    if after == "fault":
        after = type("Fault", (), {})()

    with pytest.raises(Mismatch, match=f"^q.*{expected}"):
        check_same("q", torch.tensor([1.0, 2.0]), after)


def test_a_description_never_shows_content() -> None:
    secret = "0.4242"
    things = [secret, 0.4242, [0.4242], {"0.4242": 1}, torch.tensor(0.4242), np.float64(0.4242)]

    for thing in [*things, Foreign("a.B", secret)]:
        assert secret not in describe(thing)


# ---- numbers


def arrived(thing: object) -> Any:
    """The thing as the judge has it, after its journey from the student's process."""
    return from_value(to_value(thing))


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        (2, 2),
        (0.8022, 0.8022),
        (-0.5, -0.5),
        (0.8022, "0.8022"),
        (0.8022, "  0.8022\n"),
        (1 / 3, "1/3"),
        (-1 / 3, " -1 / 3 "),
        (1e-3, "1e-3"),
        (0.5, Fraction(1, 2)),
        (-7.0, Fraction(-7)),
        (0.8022, Decimal("0.8022")),
        (0.25, np.float64(0.25)),
        (0.25, np.float32(0.25)),
        (3, np.int64(3)),
        (0.25, np.array(0.25)),
        (0.25, np.array([[0.25]])),
        (0.25, torch.tensor(0.25)),
        (0.25, torch.tensor([0.25])),
        (0.25, torch.tensor([[0.25]], requires_grad=True)),
        (0.25, torch.nn.Parameter(torch.tensor(0.25))),
        (0.25, torch.tensor(0.25, dtype=torch.bfloat16)),
        (3, torch.tensor(3)),
        (0.25, [0.25]),
        (0.25, ((("0.25",),),)),
        (0.25, [torch.tensor([0.25])]),
    ],
    ids=repr,
)
def test_a_number_is_taken_however_it_is_given(expected: float, given: object) -> None:
    assert expected == pytest.approx(number("answer", arrived(given)))


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("answer is not answered yet.", None),
        ("answer is not answered yet.", [None]),
        ("answer should be a number; it is a str.", "about a third"),
        ("answer should be a number; it is a str.", ""),
        ("answer should be a number; it is a str.", "1/0"),
        ("answer should be a number; it is a str.", "1/2/3"),
        ("answer should be a number; it is a str.", "0,8022"),
        ("answer should be a number; it is a str.", "80%"),
        ("answer should be a number; it is a str.", "__import__('os').getpid()"),
        ("answer should be a number; it is a bool.", True),
        ("answer should be a number; it is a list of 2.", [1, 2]),
        ("answer should be a number; it is a list of 0.", []),
        ("answer should be a number; it is a dict of 1.", {"answer": 1}),
        ("answer should be a number; it is a tensor of shape [2].", torch.ones(2)),
        ("answer should be a number; it is a tensor of shape [].", torch.tensor(True)),
        ("answer should be a number; it is a torch.Tensor.", torch.tensor(1 + 2j)),
        ("answer should be a number; it is a complex.", 1 + 0j),
        ("answer should be a number; it is a bytes.", b"1"),
        ("answer should be a finite number; it is nan.", math.nan),
        ("answer should be a finite number; it is inf.", "inf"),
        ("answer should be a finite number; it is -inf.", torch.tensor(-math.inf)),
        ("answer should be a finite number; it is nan.", Decimal("NaN")),
    ],
    ids=repr,
)
def test_what_is_no_number_is_said(expected: str, given: object) -> None:
    assert expected == complaint(number, "answer", arrived(given))


def test_a_type_that_only_calls_itself_a_fraction_is_read_and_never_evaluated() -> None:
    texts = {
        "Fraction(1, 4)": 0.25,
        "Fraction(__import__('os'))": None,
        "Fraction(1, 0)": None,
        "Fraction": None,
        "": None,
        "Fraction(((((": None,
    }

    for text, expected in texts.items():
        foreign = Foreign("fractions.Fraction", text)
        if expected is None:
            assert "should be a number" in complaint(number, "answer", foreign)
        else:
            assert expected == number("answer", foreign)


@pytest.mark.parametrize(
    "given",
    [
        [0.5, 0.25, 0.25],
        (0.5, 0.25, 0.25),
        ["1/2", "0.25", Fraction(1, 4)],
        "0.5, 0.25, 0.25",
        "[0.5, 0.25, 0.25]",
        "(1/2, 1/4, 1/4)",
        np.array([0.5, 0.25, 0.25]),
        torch.tensor([0.5, 0.25, 0.25]),
        torch.tensor([[0.5, 0.25, 0.25]], requires_grad=True),
        [[0.5, 0.25, 0.25]],
        [torch.tensor(0.5), np.float64(0.25), torch.tensor([0.25])],
    ],
    ids=repr,
)
def test_several_numbers_are_taken_however_they_are_given(given: object) -> None:
    assert [0.5, 0.25, 0.25] == numbers("weights", arrived(given), 3)


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ("weights is not answered yet.", None),
        ("weights should be 3 numbers; it is a float.", 0.5),
        ("weights should be 3 numbers; it is a dict of 3.", {"a": 1, "b": 2, "c": 3}),
        ("weights should be 3 numbers; it has 2.", [0.5, 0.5]),
        ("weights should be 3 numbers; it has 0.", []),
        ("weights should be 3 numbers; it has 4.", torch.ones(4)),
        ("weights should be 3 numbers; it has 2.", "0.5, 0.5"),
        ("weights should be 3 numbers; it is a tensor of shape [].", torch.tensor(0.5)),
        ("weights[1] should be a number; it is a str.", [0.5, "a quarter", 0.25]),
        ("weights[2] is not answered yet.", [0.5, 0.25, None]),
        ("weights[0] should be a finite number; it is nan.", torch.full((3,), math.nan)),
        ("weights[0] should be a number; it is a list of 3.", torch.ones(3, 3)),
        ("weights should be 3 numbers; it is a set.", {1, 2, 3}),
    ],
    ids=repr,
)
def test_what_is_not_so_many_numbers_is_said(expected: str, given: object) -> None:
    assert expected == complaint(numbers, "weights", arrived(given), 3)


def test_one_number_may_be_asked_for_as_a_list_of_one() -> None:
    for given in ([0.5], torch.tensor([0.5]), "0.5"):
        assert [0.5] == numbers("x", given, 1)


def test_random_nonsense_is_a_mismatch_or_a_number() -> None:
    generator = np.random.default_rng(5)
    letters = list("0123456789./+-eE,[]() _naif\ud800٣½")

    for _ in range(3000):
        text = "".join(generator.choice(letters, size=generator.integers(0, 8)))
        for ask in (lambda t: number("x", t), lambda t: numbers("x", t, 2)):
            try:
                ask(text)
            except (Mismatch, MalformedReply):
                continue


# ---- ids and gradients


@pytest.mark.parametrize("ids", [torch.tensor(3), torch.tensor([[0, 2], [1, 5]])], ids=["one", "4"])
def test_the_same_ids_pass_whatever_their_shape(ids: torch.Tensor) -> None:
    check_ids("words", ids.clone(), ids)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("words should be a torch tensor; it is a list of 2.", [3, 1]),
        ("words should have shape [2]: the best; it has [1].", torch.tensor([3])),
        ("words should hold ids, torch.int64; it holds torch.float32.", torch.tensor([3.0, 1.0])),
        ("words should be the best.", torch.tensor([3, 2])),
    ],
)
def test_other_ids_are_said_to_be_so_without_telling_the_right_ones(
    expected: str, got: Any
) -> None:
    assert expected == complaint(check_ids, "words", got, torch.tensor([3, 1]), meaning="the best")


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        (" word is 2, expected 0.", torch.tensor(2), torch.tensor(0)),
        (" word[1] is 2, expected 1.", torch.tensor([3, 2]), torch.tensor([3, 1])),
    ],
)
def test_of_a_public_example_the_first_wrong_id_is_told(
    expected: str, got: torch.Tensor, right: torch.Tensor
) -> None:
    message = complaint(check_ids, "word", got, right, public=True)

    assert message == "word has other values." + expected


def test_a_gradient_is_compared_and_none_is_explained() -> None:
    right = torch.ones(2)
    check_gradient("x", torch.ones(2), right)

    assert "No gradient reaches x: something" in complaint(check_gradient, "x", None, right)
    assert "the gradient of x should be that of the formula." == complaint(
        check_gradient, "x", torch.zeros(2), right
    )
