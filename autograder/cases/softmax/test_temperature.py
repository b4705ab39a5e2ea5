"""Hidden cases of `with_temperature(logits, temperature)`; the weights add up to 2.

Students may use their own softmax. Where that is wrong, values and shapes are judged by it, so
that one mistake is paid for once, provided that the temperature changes something at all.
"""

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
    probabilities,
)
from autograder.errors import StudentError
from autograder.judge.compare import STABLE, Mismatch, check_close, check_tensor
from autograder.judge.student import call

MEANING = "the softmax of the logits divided by the temperature"
TEMPERATURE = Task("with_temperature", probabilities, MEANING, ("logits", "temperature"))
LABEL = "with_temperature(example, {})"


def case(weight, stage, core=False):
    return pytest.mark.case("temperature-test", weight=weight, stage=stage, core=core)


def check_values(student, *inputs, public=False):
    """Right, or what the student's own softmax gives for the logits over the temperature."""
    answers = student.run(*[call("with_temperature", *each) for each in inputs])
    for answer, each in zip(answers, inputs, strict=True):
        label = LABEL.format(each[1]) if public else "with_temperature(...)"
        expected = probabilities(*each)
        try:
            check_close(label, answer.value, expected, public=public, meaning=MEANING)
        except Mismatch:
            if not follows_own_softmax(student, answer.value, *each):
                raise


def follows_own_softmax(student, got, logits, temperature):
    """Whether the student's own softmax gives `got`, and something else for other logits."""
    steps = [call("softmax", logits / temperature), call("softmax", logits * temperature)]
    try:
        same, other = (check_tensor("softmax", a.value) for a in student.run(*steps))
        check_close("with_temperature(...)", got, same)
    except (StudentError, Mismatch):
        return False
    return temperature == 1.0 or not torch.equal(same, other)


@case(0.3, "values", core=True)
@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_probabilities_of_the_lesson(student, temperature):
    """The lesson's probabilities at the temperatures 0.5 and 2 come out."""
    check_values(student, (EXAMPLE, temperature), public=True)


@case(0.6, "values", core=True)
def test_any_logits_and_temperatures(student, draw):
    """Any logits and any temperature, 1 included."""
    inputs = [(draw(size), t) for size in (6, 3, 20) for t in (1.0, 0.3, 0.75, 1.7, 12.0)]
    check_values(student, *inputs)


@case(0.4, "shapes")
def test_any_number_of_axes_in_front(student, draw):
    """The words are along the last axis, whatever number of axes stands in front."""
    inputs = [(draw(*lead, 6), t) for lead in LEADS for t in (0.6, 3.0)]
    check_values(student, *inputs)
    check_each(student, TEMPERATURE, (draw(1), 0.5), (draw(3, 1), 2.0))


@case(0.2, "numerics")
def test_low_temperatures_and_large_logits(student, draw):
    """A temperature of 0.001 and logits near ±1000 give finite, right probabilities."""
    steps = torch.tensor([3.0, 0.0, 2.0, -1.0, 1.0])  # differences that float32 keeps when divided
    cold = [(steps.expand(2, 5) - 2.0, t) for t in (0.001, 0.01)]
    large = [(draw(3, 6) + level, t) for level in (1000.0, -1000.0) for t in (1.0, 4.0)]
    levels = torch.tensor([1000.0, 0.0, -1000.0])[:, None]
    check_each(student, TEMPERATURE, *cold, *large, (draw(3, 6) + levels, 2.0), tolerance=STABLE)


@case(0.1, "numerics")
def test_dtypes_are_kept(student, draw):
    """float32 stays float32; float64 stays float64, with float64's accuracy."""
    check_dtypes(student, TEMPERATURE, *[(draw(*lead, 6), t) for lead in LEADS for t in (0.7, 3.0)])


@case(0.1, "side effects")
def test_gradients_inputs_and_memory(student, draw):
    """Gradients reach the logits, which are not changed; calls do not remember one another."""
    inputs = [(draw(*lead, 6), t) for lead in LEADS for t in (0.7, 3.0)]
    check_gradients(student, TEMPERATURE, draw, *inputs)
    check_left_alone(student, TEMPERATURE, *inputs)
    logits = draw(3, 6)
    check_forgets(student, TEMPERATURE, (logits, 0.7), (logits.flip(-1), 0.7))
    check_each(student, TEMPERATURE, (logits, 0.7), (logits, 1.4), (logits, 0.7))
