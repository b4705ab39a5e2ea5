"""Mistakes in the exercise's typed answers; numbers as students type them, with four decimals."""

from autograder.judge.mistakes import value_mistake

_WARM = "exercise_probabilities"
_COLD = "exercise_cold"

PROBABILITIES = [
    value_mistake(
        "typed_exponentials",
        _WARM,
        [1.0, 2.0, 5.0],
        """These are the exponentials. Divide each of them by their sum, 8. See “Exponentials over
        their sum”.""",
    ),
    value_mistake(
        "typed_logits_shared_out",
        _WARM,
        [0.0, 0.3010, 0.6990],
        """You divided the logits by their sum. Take the exponentials first; the exponential undoes
        the logarithm. See “Why not divide by the sum”.""",
    ),
    value_mistake(
        "typed_the_wrong_way_round",
        _WARM,
        [5 / 8, 2 / 8, 1 / 8],
        """Your three numbers are right, but in the wrong order: the largest logit is the last. See
        “Exponentials over their sum”.""",
    ),
    value_mistake(
        "typed_softmax_of_one_two_five",
        _WARM,
        [0.0171, 0.0466, 0.9362],
        """You took 1, 2 and 5 for the logits. The logits are their logarithms, so 1, 2 and 5 are
        the exponentials already. See “Exponentials over their sum”.""",
    ),
    value_mistake(
        "typed_thirds",
        _WARM,
        [1 / 3, 1 / 3, 1 / 3],
        """Three equal probabilities belong to three equal logits. These differ, and the
        exponentials are 1, 2 and 5. See “Exponentials over their sum”.""",
    ),
    value_mistake(
        "typed_without_the_zero",
        _WARM,
        [0.0, 2 / 7, 5 / 7],
        """You left the first word out because its logit is 0. The exponential of 0 is 1, and
        softmax rules no word out. See “Exponentials over their sum”.""",
    ),
]

COLD = [
    value_mistake(
        "typed_unchanged_when_cold",
        _COLD,
        [1 / 8, 2 / 8, 5 / 8],
        """These are the probabilities at the temperature 1. At 0.5 the logits are doubled, so the
        exponentials are squared. See “Temperature”.""",
    ),
    value_mistake(
        "typed_warm",
        _COLD,
        [0.2150, 0.3041, 0.4809],
        """You multiplied the logits by 0.5, which is the temperature 2. Dividing by 0.5 doubles
        them. See “Temperature”.""",
    ),
    value_mistake(
        "typed_halves",
        _COLD,
        [1 / 16, 1 / 8, 5 / 16],
        """You halved the probabilities; they no longer sum to 1. The temperature divides the
        logits, before softmax. See “Temperature”.""",
    ),
    value_mistake(
        "typed_doubled_exponentials",
        _COLD,
        [2 / 8, 4 / 8, 10 / 8],
        """You doubled the probabilities; they no longer sum to 1. The logits are doubled, so the
        exponentials are squared. See “Temperature”.""",
    ),
    value_mistake(
        "typed_squares_undivided",
        _COLD,
        [1.0, 4.0, 25.0],
        """These are the squared exponentials. Divide each of them by their sum, 30. See
        “Temperature”.""",
    ),
    value_mistake(
        "typed_squared_probabilities",
        _COLD,
        [1 / 64, 4 / 64, 25 / 64],
        """You squared the probabilities, and they no longer sum to 1. Divide by their sum once
        more. See “Temperature”.""",
    ),
    value_mistake(
        "typed_cold_the_wrong_way_round",
        _COLD,
        [25 / 30, 4 / 30, 1 / 30],
        """Your three numbers are right, but in the wrong order: the largest logit is the last. See
        “Temperature”.""",
    ),
]
