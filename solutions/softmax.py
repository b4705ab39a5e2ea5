"""The softmax lesson, and every value of it checked by hand.

`python -m solutions.softmax` prints each value with three numbers side by side: what torch
gives, what the calculation by hand gives (plain Python floats, no torch), and what the lesson
prints. It ends with exit code 1 if one of them is off by more than 0.00005.
"""

import math
import sys
from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from solutions.attention import Step, report, rows

__all__ = ["main", "next_word", "softmax", "steps", "surprise", "with_temperature"]

WORDS = ("tea", "coffee", "water", "milk", "soup", "sand")
LOGITS = [2.0, 1.0, 1.0, 0.0, -1.0, -2.0]


def softmax(logits: Tensor) -> Tensor:
    """The probabilities [..., vocabulary] of logits [..., vocabulary]; each row sums to 1."""
    shifted = logits - logits.amax(dim=-1, keepdim=True)
    exponentials = shifted.exp()
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def with_temperature(logits: Tensor, temperature: float) -> Tensor:
    """The probabilities at a temperature above 0, of the logits' shape."""
    return softmax(logits / temperature)


def surprise(logits: Tensor, words: Tensor) -> Tensor:
    """-ln of each word's probability: logits [..., vocabulary], int64 words [...] → [...]."""
    of_the_word = logits.gather(-1, words.unsqueeze(-1)).squeeze(-1)
    return logits.logsumexp(dim=-1) - of_the_word


def next_word(logits: Tensor) -> Tensor:
    """The int64 id [...] of the largest logit of each row; the first of equals."""
    return logits.argmax(dim=-1)


# The calculation by hand: lists and floats only.


def exponentials(logits: Sequence[float], temperature: float = 1.0) -> list[float]:
    """The exponential of each logit divided by the temperature."""
    return [math.exp(logit / temperature) for logit in logits]


def shares(logits: Sequence[float], temperature: float = 1.0) -> list[float]:
    """Softmax of one row."""
    parts = exponentials(logits, temperature)
    return [part / sum(parts) for part in parts]


def probability_steps() -> Iterator[Step]:
    """Exponentials, their sum and the probabilities, from the logits as they are and shifted."""
    logits = torch.tensor(LOGITS)
    parts = exponentials(LOGITS)
    printed = [[7.3891, 2.7183, 2.7183, 1.0, 0.3679, 0.1353]]
    yield Step("exponentials", rows(logits.exp()), [parts], printed)
    yield Step("their sum", rows(logits.exp().sum()), [[sum(parts)]], [[14.3288]])
    probabilities = [[0.5157, 0.1897, 0.1897, 0.0698, 0.0257, 0.0094]]
    yield Step("probabilities", rows(softmax(logits)), [shares(LOGITS)], probabilities)
    shifted = exponentials([logit - 2.0 for logit in LOGITS])
    printed = [[1.0, 0.3679, 0.3679, 0.1353, 0.0498, 0.0183]]
    yield Step("exponentials minus 2", rows((logits - 2.0).exp()), [shifted], printed)
    yield Step("their sum", rows((logits - 2.0).exp().sum()), [[sum(shifted)]], [[1.9392]])
    again = [part / sum(shifted) for part in shifted]
    yield Step("the same, plus 1000", rows(softmax(logits + 1000.0)), [again], probabilities)


def temperature_steps() -> Iterator[Step]:
    """The probabilities when it is cold and when it is warm."""
    for temperature, total, printed in (
        (0.5, 70.5299, [[0.7741, 0.1048, 0.1048, 0.0142, 0.0019, 0.0003]]),
        (2.0, 7.9901, [[0.3402, 0.2063, 0.2063, 0.1252, 0.0759, 0.0460]]),
    ):
        name, logits = f"temperature {temperature:g}", torch.tensor(LOGITS)
        parts = exponentials(LOGITS, temperature)
        summed = (logits / temperature).exp().sum()
        yield Step(f"{name}, sum", rows(summed), [[sum(parts)]], [[total]])
        computed = rows(with_temperature(logits, temperature))
        yield Step(name, computed, [shares(LOGITS, temperature)], printed)


def surprise_steps() -> Iterator[Step]:
    """How surprised the model is by tea, coffee and sand, and one that knows nothing."""
    words = torch.tensor([0, 1, 5])
    computed = rows(surprise(torch.tensor([LOGITS] * 3), words))
    by_hand = [-math.log(shares(LOGITS)[word]) for word in words.tolist()]
    yield Step("surprises", computed, [by_hand], [[0.6623, 1.6623, 4.6623]])
    nothing = surprise(torch.zeros(6), torch.tensor(3))
    yield Step("surprise of one sixth", rows(nothing), [[math.log(6)]], [[1.7918]])
    total = torch.tensor(LOGITS).logsumexp(dim=-1)
    yield Step("ln of the sum", rows(total), [[math.log(sum(exponentials(LOGITS)))]], [[2.6623]])


def exercise_steps() -> Iterator[Step]:
    """The exercise: the logits ln 1, ln 2, ln 5."""
    logits = [math.log(1), math.log(2), math.log(5)]
    for temperature, printed in (
        (1.0, [[1 / 8, 2 / 8, 5 / 8]]),
        (0.5, [[1 / 30, 4 / 30, 25 / 30]]),
    ):
        computed = rows(with_temperature(torch.tensor(logits), temperature))
        name = f"exercise, temperature {temperature:g}"
        yield Step(name, computed, [shares(logits, temperature)], printed)


def steps() -> list[Step]:
    """Every value of the lesson, in its order."""
    return [
        *probability_steps(),
        *temperature_steps(),
        *surprise_steps(),
        *exercise_steps(),
    ]


def main() -> int:
    """Print and check everything; 0 if all of it holds, else 1."""
    found = steps()
    for step in found:
        print(report(step))
    chosen = WORDS[int(next_word(torch.tensor(LOGITS)))]
    print(f"the next word is {chosen}")
    off = [step.name for step in found if not step.holds]
    print(
        f"{len(found) - len(off)} of {len(found)} values agree with the lesson"
        + (f"; off: {', '.join(off)}" if off else "")
    )
    return 1 if off or chosen != "tea" else 0


if __name__ == "__main__":
    sys.exit(main())
