"""Mistakes in `with_temperature`."""

import torch
from torch import Tensor

from autograder.judge.mistakes import mistake
from autograder.mistakes.softmax import right


@mistake(
    "with_temperature",
    """Your temperature changes nothing. Adding it to the logits, or dividing the exponentials by
    it, cancels: divide the logits before softmax. See “Temperature”.""",
)
def temperature_cancels(logits: Tensor, temperature: float) -> Tensor:
    return right(logits)


@mistake(
    "with_temperature",
    """You multiply the logits by the temperature, so that warm is cold. Divide them: at the
    temperature 2 tea has 0.3402. See “Temperature”.""",
)
def multiplied_by_the_temperature(logits: Tensor, temperature: float) -> Tensor:
    return right(logits * temperature)


@mistake(
    "with_temperature",
    """You divide the probabilities, after softmax; then they no longer sum to 1. Divide the logits,
    before softmax. See “Temperature”.""",
)
def probabilities_divided(logits: Tensor, temperature: float) -> Tensor:
    return right(logits) / temperature


@mistake(
    "with_temperature",
    """You multiply the probabilities, after softmax; then they no longer sum to 1. Divide the
    logits, before softmax. See “Temperature”.""",
)
def probabilities_multiplied(logits: Tensor, temperature: float) -> Tensor:
    return right(logits) * temperature


@mistake(
    "with_temperature",
    """You take powers of the probabilities, which is a good idea, but then they no longer sum to
    1. Divide by their sum, or divide the logits before softmax. See “Temperature”.""",
)
def powers_not_shared_out(logits: Tensor, temperature: float) -> Tensor:
    return right(logits) ** (1 / temperature)


@mistake(
    "with_temperature",
    """You give the divided logits. Softmax of them is asked for. See “Temperature”.""",
)
def divided_logits_only(logits: Tensor, temperature: float) -> Tensor:
    return logits / temperature


@mistake(
    "with_temperature",
    """You give the exponentials of the divided logits. Divide each by the sum of its row. See
    “Temperature”.""",
)
def cold_exponentials_undivided(logits: Tensor, temperature: float) -> Tensor:
    return (logits / temperature).exp()


@mistake(
    "with_temperature",
    """You divide by the temperature twice. Once is enough: at the temperature 2 tea has 0.3402. See
    “Temperature”.""",
)
def divided_twice(logits: Tensor, temperature: float) -> Tensor:
    return right(logits / temperature**2)


@mistake(
    "with_temperature",
    """You divide by the square root of the temperature, as attention does with a width. Here it is
    the temperature itself. See “Temperature”.""",
)
def divided_by_the_root(logits: Tensor, temperature: float) -> Tensor:
    return right(logits / temperature**0.5)


@mistake(
    "with_temperature",
    """You apply softmax twice, before and after the division. Divide the logits themselves. See
    “Temperature”.""",
)
def softmax_before_and_after(logits: Tensor, temperature: float) -> Tensor:
    return right(right(logits) / temperature)


@mistake(
    "with_temperature",
    """You use 0.5 or another fixed number in the place of the temperature. Divide by the argument
    of the function. See “Temperature”.""",
)
def always_at_one_half(logits: Tensor, temperature: float) -> Tensor:
    return right(logits / 0.5)


@mistake(
    "with_temperature",
    """Your softmax runs along the first axis. The words are along the last one: dim=-1. See “Many
    places at once”.""",
)
def cold_along_the_first_axis(logits: Tensor, temperature: float) -> Tensor:
    return torch.softmax(logits / temperature, dim=0)


@mistake(
    "with_temperature",
    """All rows share one sum. Each row has probabilities of its own, and a sum of its own. See
    “Many places at once”.""",
)
def cold_with_one_sum(logits: Tensor, temperature: float) -> Tensor:
    return torch.softmax((logits / temperature).flatten(), dim=0).view_as(logits)


@mistake(
    "with_temperature",
    """Your formula is right, and overflows: a low temperature makes large numbers. Subtract each
    row's maximum before the exponential. See “Subtracting the maximum changes nothing”.""",
    credit=0.6,
)
def overflowing_when_cold(logits: Tensor, temperature: float) -> Tensor:
    exponentials = (logits / temperature).exp()
    return exponentials / exponentials.sum(-1, keepdim=True)


@mistake(
    "with_temperature",
    """Your result is float64 for float32 logits. Keep the dtype that came in. See “Task 2:
    temperature (2 points)”.""",
    credit=0.6,
)
def cold_float64(logits: Tensor, temperature: float) -> Tensor:
    return right(logits.double() / temperature)
