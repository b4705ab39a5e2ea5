"""A graded cell with plain asserts: points as nbgrader gives them, clamped to 0..max."""

from __future__ import annotations

import pytest

from autograder.grading.inside import judge_inside
from autograder.wire.messages import Output


def result(text: str) -> Output:
    return Output("execute_result", data={"text/plain": text})


STDOUT = Output("stream", name="stdout", text="10/10 points\n")
STDERR = Output("stream", name="stderr", text="UserWarning: torch warns by itself\n")
ERROR = Output("error", ename="AssertionError", evalue="x should be 1", traceback=("...",))
FIGURE = Output("display_data", data={"text/plain": "<Figure>", "image/png": "AAAA"})


@pytest.mark.parametrize(
    "outputs",
    [(), (STDOUT,), (STDERR,), (STDERR, STDOUT), (FIGURE,), (result("None"),), (result(""),)],
    ids=["no output", "stdout", "stderr", "both", "a figure", "None", "an empty result"],
)
def test_a_cell_that_ends_without_an_error_gets_full_marks(outputs: tuple[Output, ...]) -> None:
    assert 2.0 == judge_inside(outputs, 2.0)[0]


def test_silence_needs_no_note() -> None:
    assert (2.0, "") == judge_inside((STDERR, STDOUT), 2.0)


@pytest.mark.parametrize(
    "outputs", [(ERROR,), (STDERR, ERROR), (result("2.0"), ERROR), (ERROR, result("2.0"))]
)
def test_an_error_is_worth_nothing_and_is_said(outputs: tuple[Output, ...]) -> None:
    assert (0.0, "AssertionError: x should be 1") == judge_inside(outputs, 2.0)


def test_a_long_error_is_cut() -> None:
    _, note = judge_inside((Output("error", ename="E", evalue="x" * 10_000),), 2.0)

    assert len(note) <= 500


def test_a_cell_that_was_not_reached_is_worth_nothing_and_says_why() -> None:
    points, note = judge_inside(None, 2.0)

    assert 0.0 == points
    assert "not reached" in note


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (1.5, "1.5"),
        (1.0, "1"),
        (0.0, "0"),
        (0.0, "0.0"),
        (0.0, "-0.0"),
        (1.5, "  1.5\n"),
        (1.5, "+1.5"),
        (0.5, ".5"),
        (1.0, "1."),
        (0.001, "0.001"),
        (1e-05, "1e-05"),
        (0.15, "1.5E-1"),
        (1.5, "np.float64(1.5)"),
        (0.0, "np.float64(0.0)"),
        (1e-05, "np.float64(1e-05)"),
        (1.0, "np.int64(1)"),
        (1.5, "array(1.5)"),
        (1.5, "array(1.5, dtype=float32)"),
        (0.0, "tensor(0.)"),
        (1.5, "tensor(1.5000)"),
        (1e-05, "tensor(1.0000e-05)"),
        (1.5, "tensor(1.5000, dtype=torch.float64)"),
        (1.5, "tensor(1.5000, grad_fn=<MeanBackward0>)"),
        (1.5, "tensor(1.5000, dtype=torch.float64, grad_fn=<AddBackward0>)"),
        (1.0, "tensor(1)"),
    ],
)
def test_a_number_as_the_cell_s_result_is_the_points(expected: float, text: str) -> None:
    assert (expected, "") == judge_inside((STDERR, result(text)), 2.0)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (2.0, "2.0000001"),
        (2.0, "1e9"),
        (2.0, "inf"),
        (2.0, "np.float64(inf)"),
        (2.0, "tensor(inf)"),
        (0.0, "-1"),
        (0.0, "-inf"),
        (0.0, "np.int64(-3)"),
        (0.0, "tensor(-0.5000)"),
        (0.0, "-1e-05"),
    ],
)
def test_points_are_clamped_to_what_the_cell_is_worth(expected: float, text: str) -> None:
    assert (expected, "") == judge_inside((result(text),), 2.0)


@pytest.mark.parametrize("text", ["nan", "-nan", "NaN", "np.float64(nan)", "tensor(nan)"])
def test_nan_is_worth_nothing_and_is_said(text: str) -> None:
    points, note = judge_inside((result(text),), 2.0)

    assert 0.0 == points
    assert "NaN" in note


@pytest.mark.parametrize(
    "text",
    [
        "True",
        "'passed'",
        "tensor([1., 2.])",
        "[1.5]",
        "1.5 of 2",
        "1-2",
        "1.5.2",
        "__import__('os')",
    ],
)
def test_a_result_that_is_no_number_counts_as_passed_as_nbgrader_has_it(text: str) -> None:
    points, note = judge_inside((result(text),), 2.0)

    assert 2.0 == points
    assert "no number" in note


@pytest.mark.parametrize(
    "text", ["np." + "a" * 49_000 + "!", "1" * 49_000, "(" * 49_000, " " * 49_000]
)
def test_a_very_long_result_is_no_number_and_takes_no_time(text: str) -> None:
    points, note = judge_inside((result(text),), 2.0)

    assert 2.0 == points
    assert len(note) < 200


def test_a_result_without_plain_text_counts_as_passed() -> None:
    html_alone = Output("execute_result", data={"text/html": "<b>0</b>"})

    assert 2.0 == judge_inside((html_alone,), 2.0)[0]


def test_printed_points_and_displayed_points_are_not_read() -> None:
    shown = Output("display_data", data={"text/plain": "0.5"})

    assert 2.0 == judge_inside((STDOUT, shown), 2.0)[0]


def test_a_cell_worth_nothing_gives_nothing() -> None:
    assert 0.0 == judge_inside((), 0.0)[0]
    assert 0.0 == judge_inside((result("5"),), 0.0)[0]
