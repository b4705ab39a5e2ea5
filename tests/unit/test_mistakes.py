"""The named mistakes: each is wrong, no two are the same, and answers are told by at most one.

What a student's function gives goes through the wire's values first, as it does when graded.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

from autograder.judge.mistakes import Mistake, alike, load_mistakes, outcome
from autograder.mistakes.attention.probes import PROBES
from autograder.wire.messages import Foreign
from autograder.wire.values import from_value, to_value
from tests.answers import Answer, answers
from tests.answers.reference import formula, run_cell
from tests.settings import settings_kept
from tests.unit.test_answers import NOT_RUN
from tests.unit.test_answers_to_small_tasks import notebook

ROOT = Path(__file__).parents[2]
Outcomes = list[Any]

# Wrong answers of the tier `core` that no mistake fits, each for its reason.
WITHOUT_A_MISTAKE = {
    "attention_is_a_result": "not a function",
    "other_name": "not there",
    "name_never_defined": "fails for every input",
    "recursion_without_end": "fails for every input",
    "syntax_error": "fails before it is there",
    "untouched_stub": "fails for every input",
    "bonus_for_near_positions": "a number of its own choice",
    "softmax_on_queries_and_keys": "an invention that a sentence would not meet",
}


# ---- right answers, from the formula in float64


def right_attention(*arguments: torch.Tensor) -> Any:
    return tuple(part.to(arguments[0].dtype) for part in formula(*arguments))


def right_one_row(query: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> Any:
    return tuple(part[0] for part in right_attention(query[None], k, v))


def right_project(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return torch.einsum("...i,oi->...o", x, weight)


def right_pair_scores(x: torch.Tensor, wq: torch.Tensor, wk: torch.Tensor) -> torch.Tensor:
    return torch.einsum("ia,da,db,jb->ij", x, wq, wk, x)


def right_growth(
    weights: torch.Tensor, reader: int, changed: int, old_row: torch.Tensor, new_row: torch.Tensor
) -> torch.Tensor:
    return torch.einsum(",d->d", weights[reader, changed], new_row - old_row)


def right_row(
    q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, position: int, query: torch.Tensor
) -> Any:
    output, _, weights = right_one_row(query, k, v)
    return weights, output


RIGHT: dict[str, Callable[..., Any]] = {
    "attention": right_attention,
    "one_row": right_one_row,
    "project": right_project,
    "pair_scores": right_pair_scores,
    "output_growth": right_growth,
    "row_with_query": right_row,
}

WEIGHTS = [
    [0.4011120927, 0.1977758146, 0.4011120927],
    [0.1977758146, 0.4011120927, 0.4011120927],
    [0.2482550783, 0.2482550783, 0.5034898435],
]
RIGHT_VALUES: dict[str, Any] = {
    "shared_scores": torch.eye(2),
    "separate_scores": torch.tensor([[0.0, 2.0], [0.0, 0.0]]),
    "changed_v": torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]]),
    "changed_weights": torch.tensor(WEIGHTS),
    "output_change": torch.tensor([[2 * row[2], 0.0] for row in WEIGHTS]),
    "exercise_1_increase": 0.8022,
    "exercise_1_weights_change": False,
    "exercise_2_weights": [1 / 3, 1 / 3, 1 / 3],
    "exercise_2_output": [2 / 3, 4 / 3],
}


# ---- what a mistake, and a student's answer, gives on the probes


@cache
def mistakes() -> tuple[Mistake, ...]:
    return tuple(load_mistakes(ROOT / "autograder" / "mistakes" / "attention"))


@cache
def given() -> dict[str, Outcomes]:
    """What each mistake gives: on the probes, or as the one value that it is."""
    return {
        one.name: [one.answer()]
        if one.is_value
        else [outcome(one.answer, probe) for probe in PROBES[one.asked]]
        for one in mistakes()
    }


def same(ours: Outcomes, theirs: Outcomes) -> bool:
    return all(alike(a, b) for a, b in zip(ours, theirs, strict=True))


def fitting(asked: str, theirs: Outcomes) -> list[str]:
    """The mistakes that gave what was given."""
    return [
        one.name for one in mistakes() if one.asked == asked and same(given()[one.name], theirs)
    ]


def of_student(function: Any, asked: str) -> Outcomes:
    return [_received(function, probe) for probe in PROBES[asked]]


def _received(function: Any, probe: tuple[Any, ...]) -> Any:
    try:
        return from_value(to_value(function(*copy.deepcopy(probe))))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # some leave by SystemExit or by an exception of their own
        return Foreign("exception", type(error).__name__)


def told(answer: Answer, asked: str) -> list[str]:
    """The mistakes that fit an answer's function; none if there is no such function."""
    with settings_kept():
        try:
            function = run_cell(answer, **notebook())[asked]
        except (KeyError, SyntaxError):
            return []
        return fitting(asked, of_student(function, asked))


@cache
def wrong_attentions() -> dict[str, list[str]]:
    """Which mistakes fit each wrong `attention` that can run in this process."""
    wrong = [answer for answer in answers("attention", "wrong") if answer.name not in NOT_RUN]
    return {answer.name: told(answer, "attention") for answer in wrong}


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Beside other test processes, torch's threads cost these small tensors four times the time."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


# ---- the library; what holds for every assignment's is in test_libraries.py


@pytest.mark.parametrize("asked", sorted(RIGHT))
def test_every_mistake_differs_from_the_right_answer(asked: str) -> None:
    right = [RIGHT[asked](*probe) for probe in PROBES[asked]]

    assert [] == fitting(asked, right)


@pytest.mark.parametrize("asked", sorted(RIGHT_VALUES))
def test_every_value_differs_from_the_right_one(asked: str) -> None:
    assert [] == fitting(asked, [RIGHT_VALUES[asked]])


def test_no_two_mistakes_in_one_thing_are_the_same() -> None:
    by_asked = sorted(mistakes(), key=lambda one: one.asked)
    for _, group in itertools.groupby(by_asked, key=lambda one: one.asked):
        for a, b in itertools.permutations(group, 2):
            assert not same(given()[a.name], given()[b.name]), f"{a.name} is {b.name}"


def test_no_mistake_fails_on_every_probe() -> None:
    """Such a one would fit whatever fails."""
    for one in mistakes():
        assert not all(isinstance(value, Foreign) for value in given()[one.name]), one.name


def test_a_probe_may_hold_plain_values_and_stays_as_it_is() -> None:
    rows = torch.tensor([[1.0], [2.0]])

    assert torch.equal(torch.tensor([4.0]), outcome(lambda x, i: x.mul_(2)[i], (rows, 1)))
    assert [[1.0], [2.0]] == rows.tolist()


# ---- answers


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("answer", answers("attention", "right"), ids=lambda answer: answer.name)
def test_a_right_attention_is_no_mistake(answer: Answer) -> None:
    with settings_kept():
        got = of_student(run_cell(answer)["attention"], "attention")

    assert not any(isinstance(value, Foreign) for value in got)
    assert [] == fitting("attention", got)


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_no_wrong_attention_fits_two_mistakes() -> None:
    assert {} == {name: fits for name, fits in wrong_attentions().items() if len(fits) > 1}


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_a_wrong_formula_fits_one_mistake_or_has_a_reason_not_to() -> None:
    tiers = {answer.name: answer.tier for answer in answers("attention", "wrong")}
    fitting_one = {name for name, fits in wrong_attentions().items() if len(fits) == 1}
    core = {name for name in wrong_attentions() if tiers[name] == "core"}

    assert set(WITHOUT_A_MISTAKE) == core - fitting_one
    assert 120 <= len(fitting_one), f"of {len(wrong_attentions())} that run here"


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        ("unscaled", "unscaled"),
        ("scaled_on_both_sides", "divided_by_the_width"),
        ("mean_exponential", "divided_by_the_mean"),
        ("unpacks_two_axes", "two_axes_only"),
        ("softmax_down_the_columns", "softmax_down_the_columns"),
        ("softmax_over_axis_zero", "softmax_over_axis_zero"),
        ("softmax_implicit_axis", "softmax_without_an_axis"),
        ("key_reshaped", "key_reshaped"),
        ("square_only", "as_many_keys_as_queries"),
        ("squared_proportions", "proportions_sharpened"),
        ("returns_two", "scores_left_out"),
        ("the_lessons_numbers", "the_lessons_numbers"),
    ],
)
def test_an_answer_is_told_by_the_mistake_that_it_makes(name: str, mistake: str) -> None:
    assert [mistake] == wrong_attentions()[name]


FUNCTIONS = {
    "projection": "project",
    "one-row": "one_row",
    "separate-projections": "pair_scores",
    "exercise-1": "output_growth",
    "exercise-2": "row_with_query",
}
WITHOUT_A_FUNCTION = {"left_none", "function_left_out", "function_not_written", "growth_prints"}


def is_right(answer: Answer, asked: str) -> bool:
    """The answer's function gives what is right; if it is a wrong one, it is wrong elsewhere."""
    right = [outcome(RIGHT[asked], probe) for probe in PROBES[asked]]
    with settings_kept():
        function = run_cell(answer, **notebook()).get(asked)
        return function is not None and same(right, of_student(function, asked))


@pytest.mark.parametrize("task", FUNCTIONS)
def test_answers_to_a_small_task_fit_no_mistake_if_right_and_one_at_most_if_wrong(
    task: Any,
) -> None:
    asked = FUNCTIONS[task]
    right = {answer.name: told(answer, asked) for answer in answers(task, "right")}
    wrong = {answer.name: told(answer, asked) for answer in answers(task, "wrong")}
    core = {
        answer.name
        for answer in answers(task, "wrong")
        if answer.tier == "core" and not is_right(answer, asked)
    }

    assert {} == {name: fits for name, fits in right.items() if fits}
    assert {} == {name: fits for name, fits in wrong.items() if len(fits) > 1}
    assert set() == {name for name in core if not wrong[name]} - WITHOUT_A_FUNCTION


@pytest.mark.parametrize(
    "task", ["separate-projections", "changed-values", "exercise-1", "exercise-2"]
)
def test_values_fit_no_mistake_if_right_and_one_at_most_if_wrong(task: Any) -> None:
    for answer in answers(task, "right") + answers(task, "wrong"):
        names = run_cell(answer, **notebook())
        for asked in RIGHT_VALUES:
            if asked in names:
                fits = fitting(asked, [from_value(to_value(names[asked]))])

                assert len(fits) <= (answer.kind == "wrong"), f"{answer}: {asked}"


@pytest.mark.parametrize(
    ("task", "name", "asked", "mistake"),
    [
        ("changed-values", "second_row", "changed_v", "changed_v_second_row"),
        ("changed-values", "old_minus_new", "output_change", "output_change_old_minus_new"),
        ("changed-values", "same_tensor", "output_change", "output_change_zero"),
        (
            "changed-values",
            "keys_changed_too",
            "changed_weights",
            "changed_weights_from_changed_keys",
        ),
        (
            "separate-projections",
            "key_projection_for_the_queries",
            "separate_scores",
            "separate_scores_transposed",
        ),
        ("exercise-1", "the_proportion", "exercise_1_increase", "increase_without_the_factor"),
        ("exercise-2", "itself_only", "exercise_2_weights", "zero_query_reads_itself"),
    ],
)
def test_a_value_is_told_by_the_mistake_that_it_is(
    task: Any, name: str, asked: str, mistake: str
) -> None:
    answer = next(answer for answer in answers(task, "wrong") if answer.name == name)
    value = run_cell(answer, **notebook())[asked]

    assert [mistake] == fitting(asked, [from_value(to_value(value))])


@pytest.mark.parametrize(
    ("task", "name", "mistake"),
    [
        ("exercise-1", "growth_of_row_zero", "growth_of_the_first_reader"),
        ("exercise-1", "growth_weights_transposed", "growth_row_and_column_swapped"),
        ("exercise-1", "growth_share_forgotten", "growth_without_the_share"),
        ("exercise-2", "row_zero_read", "first_row_read"),
        ("exercise-2", "row_weights_transposed", "column_read"),
        ("exercise-2", "row_without_softmax", "new_query_without_softmax"),
        ("exercise-2", "row_plain_average", "new_query_plain_average"),
    ],
)
def test_an_exercise_s_function_is_told_by_the_mistake_that_it_makes(
    task: Any, name: str, mistake: str
) -> None:
    answer = next(answer for answer in answers(task, "wrong") if answer.name == name)

    assert [mistake] == told(answer, FUNCTIONS[task])
