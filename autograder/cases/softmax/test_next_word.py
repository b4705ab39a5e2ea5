"""Hidden cases of `next_word(logits)`; the weights add up to 1."""

import pytest
import torch

from autograder.cases.softmax.formula import EXAMPLE, LEADS
from autograder.judge.compare import check_ids, check_same
from autograder.judge.student import call

MEANING = "the id of the largest logit, for each place"


def case(weight, stage, core=False):
    return pytest.mark.case("next-word-test", weight=weight, stage=stage, core=core)


def first_of_the_largest(logits):
    """The smallest id among the largest logits: [..., vocabulary] in, [...] out."""
    is_largest = logits == logits.amax(dim=-1, keepdim=True)
    ids = torch.arange(logits.shape[-1]).expand_as(logits)
    return torch.where(is_largest, ids, logits.shape[-1]).amin(dim=-1)


def check_words(student, *inputs):
    """The ids for each tensor of logits, all asked for at once, are right; none is changed."""
    answers = student.run(*[call("next_word", logits, watched=True) for logits in inputs])
    for answer, logits in zip(answers, inputs, strict=True):
        expected = first_of_the_largest(logits)
        check_ids("next_word(logits)", answer.value, expected, meaning=MEANING)
        check_same("logits", logits, answer.arguments[0])


@case(0.2, "values", core=True)
def test_the_next_word_of_the_lesson(student):
    """In the lesson's example the next word is tea; without tea it is coffee."""
    for name, logits in (("example", EXAMPLE), ("example[1:]", EXAMPLE[1:])):
        expected = first_of_the_largest(logits)
        label = f"next_word({name})"
        check_ids(label, student.next_word(logits), expected, public=True, meaning=MEANING)


@case(0.3, "values", core=True)
def test_any_logits(student, draw):
    """The largest logit is found wherever it stands, also when all are negative."""
    rows = [draw(size) for size in (6, 3, 50) for _ in range(3)]
    check_words(student, *rows, -draw(7).abs() - 1.0, draw(4, 6), draw(6, 6), 1e-3 * draw(5))


@case(0.2, "shapes")
def test_any_number_of_axes_in_front(student, draw):
    """One id comes for each place, whatever number of axes stands in front."""
    check_words(student, *[draw(*lead, 6) for lead in LEADS], draw(4, 4, 4), draw(1), draw(3, 1))


@case(0.3, "equals")
def test_the_first_of_equals(student, draw):
    """Where several logits are the largest, the smallest of their ids is the answer."""
    tied = draw(3, 4, 9).mul(2).round().clamp(max=1.0)
    tied[..., 4] = tied[..., 7] = 1.0
    large = torch.tensor([[7.0, 1000.0, 1000.0], [-1000.0, -2000.0, -1000.0]])
    check_words(student, tied, torch.zeros(5), torch.full((2, 40), -3.0), large, tied.double())
    check_words(student, 1.0 + 1e-3 * draw(4, 6))  # nearly equal is not equal
