"""Hidden cases of `softmax(logits)`, in the order in which a student should mend things.

The weights add up to 4, the task's points. The lesson's row has six logits in falling order
and the sum 1, so it tells little: random rows, tables and stacks of tables tell the rest.
Where probabilities come from logits near ±1000, `exp(logits - logsumexp)` is a right answer
that float32 keeps to about 1e-4, hence `STABLE`.
"""

import pytest
import torch

from autograder.cases.softmax.formula import (
    EXAMPLE,
    FULL,
    LEADS,
    Task,
    check_dtypes,
    check_each,
    check_forgets,
    check_gradients,
    check_left_alone,
    probabilities,
)
from autograder.judge.compare import STABLE, Mismatch, check_close, check_shape, check_tensor
from autograder.judge.student import call

MEANING = "the exponentials divided by their sum, for each row"
SOFTMAX = Task("softmax", probabilities, MEANING)


def case(weight, stage, core=False):
    return pytest.mark.case("softmax-test", weight=weight, stage=stage, core=core)


# Interface


@case(0.4, "interface")
def test_returns_a_tensor_of_the_same_shape(student, draw):
    """softmax returns a torch tensor of the logits' shape."""
    for shape in ((6,), (3, 5)):
        logits = draw(*shape)
        got = check_tensor("softmax(logits)", student.softmax(logits))
        check_shape("softmax(logits)", got, logits.shape, "one probability for each logit")


# One row


def differs(student, draw):
    """A constant answer shows no understanding: it has no part of what the lesson's row gives."""
    one, two = (student.softmax(draw(6)) for _ in range(2))
    tensors = check_tensor("softmax(logits)", one), check_tensor("softmax(logits)", two)
    if torch.equal(*tensors):
        raise Mismatch("softmax gives the same for two different rows of logits.")


@case(0.6, "one row", core=True)
def test_probabilities_of_the_lesson(student, draw):
    """The lesson's six logits give the lesson's six probabilities."""
    expected = probabilities(EXAMPLE)
    got = student.softmax(EXAMPLE)
    check_close("softmax(example)", got, expected, public=True, meaning=MEANING)
    differs(student, draw)


@case(0.6, "one row", core=True)
def test_any_logits_of_one_row(student, draw):
    """Any logits, negative ones included, and any size of the vocabulary."""
    check_each(student, SOFTMAX, *[(2.0 * draw(size),) for size in (6, 2, 3, 17, 100)])


# Rows


@case(0.3, "rows", core=True)
def test_every_row_sums_to_one(student, draw):
    """In a table of logits, each row of probabilities is positive and sums to 1 by itself."""
    for shape in ((4, 6), (6, 6), (7, 3)):
        got = check_tensor("softmax(logits)", student.softmax(draw(*shape)))
        if not (got > 0).all():
            raise Mismatch("softmax(logits) should be positive everywhere.")
        sums, ones = got.double().sum(-1), torch.ones(shape[0])
        check_close("the row sums of softmax(logits)", sums, ones, meaning="1 in each row")


@case(0.5, "rows", core=True)
def test_every_row_is_a_softmax_by_itself(student, draw):
    """Each row of a table is what softmax gives for that row alone."""
    check_each(student, SOFTMAX, *[(2.0 * draw(*shape),) for shape in ((4, 6), (6, 6), (7, 3))])


# Shapes


@case(0.3, "shapes")
def test_any_number_of_axes_in_front(student, draw):
    """The words are along the last axis, whatever number of axes stands in front."""
    check_each(student, SOFTMAX, *[(2.0 * draw(*lead, 6),) for lead in LEADS])
    check_each(student, SOFTMAX, (draw(4, 4, 4),), (draw(3, 3, 3, 3),))


@case(0.2, "shapes")
def test_axes_of_length_one_are_kept(student, draw):
    """A vocabulary of one word has the probability 1; axes of length 1 stay."""
    check_each(student, SOFTMAX, *[(draw(*shape),) for shape in ((1,), (1, 1), (3, 1), (1, 5))])


@case(0.1, "shapes")
def test_logits_that_are_not_contiguous(student, draw):
    """Logits may be a view into another tensor."""
    inputs = [(draw(*lead, 6),) for lead in LEADS]
    check_each(student, SOFTMAX, *inputs, layout="transposed")
    check_each(student, SOFTMAX, *[(one.double(),) for (one,) in inputs], layout="transposed")


# Numerics


@case(0.1, "numerics")
def test_one_number_added_to_a_row_changes_nothing(student, draw):
    """The same number added to all logits of a row leaves its probabilities as they are."""
    logits = draw(4, 6).mul(64).round().div(64)  # such numbers stay exact when some are added
    steps = [call("softmax", logits + shift) for shift in (0.0, 5.0, -8.0, 300.0, -700.0)]
    for answer in student.run(*steps):
        expected = probabilities(logits)
        check_close("softmax(logits + c)", answer.value, expected, tolerance=STABLE)


@case(0.05, "numerics")
@pytest.mark.parametrize("level", [1000.0, 100.0, -100.0, -1000.0])
def test_large_logits(student, draw, level):
    """Logits near 1000 or -1000 give finite, right probabilities."""
    inputs = [(level + 2.0 * draw(*lead, 6),) for lead in ((), (3,), (2, 3))]
    check_each(student, SOFTMAX, *inputs, tolerance=STABLE)


@case(0.1, "numerics")
def test_rows_far_from_one_another(student, draw):
    """Rows of large and of small logits stand side by side, and each is right."""
    levels = torch.tensor([1000.0, 0.0, -1000.0, 90.0])[:, None]
    far = draw(4, 6) + levels
    wide = torch.linspace(-300.0, 300.0, 9).expand(2, 9)
    check_each(student, SOFTMAX, (far,), (far.unflatten(0, (2, 2)),), (wide,), tolerance=STABLE)
    check_each(student, SOFTMAX, (far.double(),), (wide.double(),), tolerance=FULL)


@case(0.1, "numerics")
def test_small_probabilities_are_kept(student, draw):
    """A probability of a millionth is one: none is rounded, cut off or raised."""
    logits = torch.linspace(0.0, -20.0, 8) + 0.1 * draw(3, 8)
    (answer,) = student.run(call("softmax", logits))
    right = probabilities(logits)
    got = check_tensor("softmax(logits)", answer.value)
    check_shape("softmax(logits)", got, right.shape)
    ratio = got.double() / right
    check_close("softmax(logits)", 0.01 * ratio, torch.full_like(right, 0.01), meaning=MEANING)


@case(0.1, "numerics")
def test_dtypes_are_kept(student, draw):
    """float32 stays float32; float64 stays float64, with float64's accuracy."""
    check_dtypes(student, SOFTMAX, *[(draw(*lead, n),) for lead in LEADS for n in (1, 6, 100)])
    check_dtypes(student, SOFTMAX, (draw(3, 6) + 500.0,))


# Gradients and side effects


@case(0.2, "gradients")
def test_gradients_reach_the_logits(student, draw):
    """Gradients reach the logits, so that a model can be trained."""
    rows = [(draw(*lead, 6),) for lead in LEADS]
    check_gradients(student, SOFTMAX, draw, *rows, (draw(3, 5).double(),), (draw(1),))
    check_gradients(student, SOFTMAX, draw, (draw(3, 6) + 500.0,), tolerance=STABLE)


@case(0.1, "side effects")
def test_logits_and_settings_are_left_alone(student, draw):
    """The logits are not changed, no random numbers are drawn, no global setting is changed."""
    inputs = [(draw(*lead, 6),) for lead in LEADS]
    doubles = [(one.double(),) for (one,) in inputs]
    check_left_alone(student, SOFTMAX, *inputs, *doubles, (draw(3, 6) + 500.0,))


@case(0.1, "side effects")
def test_calls_do_not_remember_one_another(student, draw):
    """The same call gives the same answer, whatever was called before."""
    for shape in ((6,), (4, 6), (2, 3, 6)):
        first = draw(*shape)
        check_forgets(student, SOFTMAX, (first,), (first.flip(-1),))
        check_forgets(student, SOFTMAX, (first.double(),), (draw(*shape).double(),))
