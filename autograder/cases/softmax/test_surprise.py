"""Hidden cases of `surprise(logits, words)`; the weights add up to 2."""

import pytest
import torch

from autograder.cases.softmax.formula import (
    EXAMPLE,
    LEADS,
    Task,
    check_dtypes,
    check_each,
    check_forgets,
    check_gradients,
    check_left_alone,
    drawn_words,
    surprise_of,
)
from autograder.judge.compare import STABLE, check_close

MEANING = "minus the natural logarithm of the word's probability, for each place"
SURPRISE = Task("surprise", surprise_of, MEANING, ("logits", "words"))


def case(weight, stage, core=False):
    return pytest.mark.case("surprise-test", weight=weight, stage=stage, core=core)


def places(draw, *lead, vocabulary=6):
    """Random logits [*lead, vocabulary] and word ids [*lead]."""
    return 2.0 * draw(*lead, vocabulary), drawn_words(draw, lead, vocabulary)


@case(0.6, "values", core=True)
def test_surprises_of_the_lesson(student):
    """Tea, coffee and sand surprise the model as much as in the lesson."""
    logits, words = EXAMPLE.expand(3, 6), torch.tensor([0, 1, 5])
    got, expected = student.surprise(logits, words), surprise_of(logits, words)
    check_close("surprise of tea, coffee, sand", got, expected, public=True, meaning=MEANING)


@case(0.6, "values", core=True)
def test_any_logits_and_words(student, draw):
    """Each place has logits of its own, and a word of its own."""
    sizes = ((4, 6), (6, 6), (7, 3), (2, 40))
    check_each(student, SURPRISE, *[places(draw, n, vocabulary=size) for n, size in sizes])


@case(0.3, "shapes")
def test_any_number_of_axes_in_front(student, draw):
    """One place alone, a row of places, or a table of them: one number comes for each."""
    check_each(student, SURPRISE, *[places(draw, *lead) for lead in LEADS])
    sizes = (((), 1), ((3,), 1), ((1,), 5), ((4, 4), 4), ((1, 3), 3))
    check_each(student, SURPRISE, *[places(draw, *lead, vocabulary=size) for lead, size in sizes])


@case(0.3, "numerics")
def test_words_that_are_next_to_impossible(student, draw):
    """A word whose probability is too small for a float has a large surprise, not infinity."""
    steps = torch.tensor([0.0, -90.0, -200.0, -1000.0, -3.0])
    every = steps.expand(5, 5), torch.arange(5)
    levels = torch.tensor([1000.0, 0.0, -1000.0, 90.0])[:, None]
    far = draw(4, 6) + levels, drawn_words(draw, (4,), 6)
    near = 100.0 + draw(3, 6), drawn_words(draw, (3,), 6)
    check_each(student, SURPRISE, every, tolerance=1e-6)
    check_each(student, SURPRISE, far, near, tolerance=STABLE)


@case(0.1, "numerics")
def test_dtypes_are_kept(student, draw):
    """float32 stays float32; float64 stays float64, with float64's accuracy."""
    check_dtypes(student, SURPRISE, *[places(draw, *lead) for lead in LEADS])


@case(0.1, "side effects")
def test_gradients_inputs_and_memory(student, draw):
    """Gradients reach the logits; nothing is changed or remembered."""
    inputs = [places(draw, *lead) for lead in LEADS]
    check_gradients(student, SURPRISE, draw, *inputs)
    check_left_alone(student, SURPRISE, *inputs)
    logits, words = places(draw, 4)
    check_forgets(student, SURPRISE, (logits, words), (logits.flip(-1), words))
    check_forgets(student, SURPRISE, (logits, words), (logits, 5 - words))
