"""Hidden cases of `with_temperature(logits, temperature)`; the weights add up to 2."""

import pytest
import torch

from autograder.cases.softmax.formula import (
    EXAMPLE,
    FULL,
    LEADS,
    Task,
    check_each,
    check_forgets,
    check_gradients,
    check_left_alone,
    probabilities,
)
from autograder.judge.compare import STABLE, check_close

MEANING = "the softmax of the logits divided by the temperature"
TEMPERATURE = Task("with_temperature", probabilities, MEANING, ("logits", "temperature"))
LABEL = "with_temperature(example, {})"


def case(weight, stage, core=False):
    return pytest.mark.case("temperature-test", weight=weight, stage=stage, core=core)


@case(0.3, "values", core=True)
@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_probabilities_of_the_lesson(student, temperature):
    """The lesson's probabilities at the temperatures 0.5 and 2 come out."""
    got = student.with_temperature(EXAMPLE, temperature)
    expected = probabilities(EXAMPLE, temperature)
    check_close(LABEL.format(temperature), got, expected, public=True, meaning=MEANING)


@case(0.6, "values", core=True)
def test_any_logits_and_temperatures(student, draw):
    """Any logits and any temperature, 1 included."""
    inputs = [(draw(size), t) for size in (6, 3, 20) for t in (1.0, 0.3, 0.75, 1.7, 12.0)]
    check_each(student, TEMPERATURE, *inputs)


@case(0.4, "shapes")
def test_any_number_of_axes_in_front(student, draw):
    """The words are along the last axis, whatever number of axes stands in front."""
    inputs = [(draw(*lead, 6), t) for lead in LEADS for t in (0.6, 3.0)]
    check_each(student, TEMPERATURE, *inputs, (draw(1), 0.5), (draw(3, 1), 2.0))


@case(0.2, "numerics")
def test_low_temperatures_and_large_logits(student, draw):
    """A temperature of 0.001 and logits near ±1000 give finite, right probabilities."""
    steps = torch.tensor([3.0, 0.0, 2.0, -1.0, 1.0])  # differences that float32 keeps when divided
    cold = [(steps.expand(2, 5) - 2.0, t) for t in (0.001, 0.01)]
    large = [(draw(3, 6) + level, t) for level in (1000.0, -1000.0) for t in (1.0, 4.0)]
    levels = torch.tensor([1000.0, 0.0, -1000.0])[:, None]
    check_each(student, TEMPERATURE, *cold, *large, (draw(3, 6) + levels, 2.0), tolerance=STABLE)


@case(0.1, "numerics")
def test_float64_stays_float64(student, draw):
    """float64 goes in, float64 comes out, with float64's accuracy."""
    inputs = [(draw(*lead, 6).double(), t) for lead in LEADS for t in (0.7, 3.0)]
    check_each(student, TEMPERATURE, *inputs, tolerance=FULL)


@case(0.1, "side effects")
def test_gradients_inputs_and_memory(student, draw):
    """Gradients reach the logits, which are not changed; calls do not remember one another."""
    inputs = [(draw(*lead, 6), t) for lead in LEADS for t in (0.7, 3.0)]
    check_gradients(student, TEMPERATURE, draw, *inputs)
    check_left_alone(student, TEMPERATURE, *inputs)
    logits = draw(3, 6)
    check_forgets(student, TEMPERATURE, (logits, 0.7), (logits.flip(-1), 0.7))
    check_each(student, TEMPERATURE, (logits, 0.7), (logits, 1.4), (logits, 0.7))
