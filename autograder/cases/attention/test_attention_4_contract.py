"""Hidden cases of `attention(q, k, v)`: gradients, and what a call must leave alone."""

import pytest
import torch

from autograder.cases.attention.formula import (
    NAMES,
    check_attention,
    check_dtypes,
    reference,
    three_tensors,
)
from autograder.cases.attention.inputs import (
    case,
    check_each,
    rectangle,
    towering,
)
from autograder.judge.compare import (
    CLOSE,
    STABLE,
    Mismatch,
    check_close,
    check_same,
)
from autograder.judge.student import call

# Gradients


def check_gradients(student, q, k, v, cotangents, *, strided=False, tolerance=CLOSE):
    """Gradients of q, k, v against the reference's, through the results with a cotangent."""
    step = call("attention", q, k, v, cotangents=cotangents, strided=strided)
    answer = student.run(step)[0]
    three_tensors(answer.value)
    leaves = [t.double().clone().requires_grad_(True) for t in (q, k, v)]
    results = reference(*leaves)
    loss = sum(
        (result * cotangent.double()).sum()
        for result, cotangent in zip(results, cotangents, strict=True)
        if cotangent is not None
    )
    expected = torch.autograd.grad(loss, leaves, allow_unused=True)
    through = " and ".join(name for name, c in zip(NAMES, cotangents, strict=True) if c is not None)
    for name, got, right in zip("qkv", answer.gradients, expected, strict=True):
        if right is None:
            continue
        if got is None:
            raise Mismatch(
                f"No gradient reaches {name} through {through}: something on the way was "
                "detached, copied into a new tensor or computed without gradients."
            )
        label = f"the gradient of {name} through {through}"
        check_close(label, got, right, tolerance=tolerance, meaning="that of the formula")


def check_kinds_of_gradients(student, draw, *through):
    """Gradients through the named results, for inputs of every kind that is promised."""

    def check(inputs, **options):
        # Each result is asked for with numbers of its own; those of a plain sum would vanish.
        right = reference(*inputs)
        cotangents = tuple(
            draw(*result.shape).to(inputs[0].dtype) if name in through else None
            for name, result in zip(NAMES, right, strict=True)
        )
        check_gradients(student, *inputs, cotangents, **options)

    check(tuple(t.double() for t in rectangle(draw)))
    for lead in ((2,), (2, 2), (1, 1)):
        check(rectangle(draw, lead, 3, 4, 3, 2))
    check(tuple(t.double() for t in rectangle(draw, (2, 2), 3, 4, 3, 2)), strided=True)
    check(rectangle(draw), strided=True)
    for sizes in ((1, 4, 3, 2), (3, 4, 1, 1), (4, 4, 4, 4), (2, 70, 3, 2)):
        check(rectangle(draw, (), *sizes))
    check(towering(draw, [1200.0, 100.0, -1200.0]), tolerance=STABLE)
    check(towering(draw, [1200.0, 1.0], (2,), torch.float64), tolerance=STABLE)


@case(0.1, "gradients")
@pytest.mark.parametrize("lead", [(), (2,)], ids=str)
def test_gradients_through_the_output(student, draw, lead):
    """Gradients reach q, k and v through the output, so that projections can be trained."""
    q, k, v = rectangle(draw, lead)
    check_gradients(student, q, k, v, (draw(*lead, 5, 4), None, None))
    if not lead:
        check_kinds_of_gradients(student, draw, "output")


@case(0.1, "gradients")
def test_gradients_through_the_scores(student, draw):
    """Gradients reach q and k through the returned scores."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, draw(5, 7), None))
    check_kinds_of_gradients(student, draw, "scores")


@case(0.1, "gradients")
def test_gradients_through_the_weights(student, draw):
    """Gradients reach q and k through the returned weights."""
    q, k, v = rectangle(draw)
    check_gradients(student, q, k, v, (None, None, draw(5, 7)))
    check_kinds_of_gradients(student, draw, "weights")


@case(0.1, "gradients")
def test_gradients_through_all_three(student, draw):
    """Gradients add up when all three results are used."""
    for lead, queries, keys in (((), 3, 4), ((2,), 3, 4), ((), 3, 1)):
        q, k, v = rectangle(draw, lead, queries, keys, 5, 2)
        pairs = (*lead, queries, keys)
        cotangents = (draw(*lead, queries, 2), draw(*pairs), draw(*pairs))
        check_gradients(student, q, k, v, cotangents)


# Side effects


def every_kind(draw):
    """Inputs with and without a batch, in both precisions, square and not, small and large."""
    kinds = [rectangle(draw, lead) for lead in ((), (2,), (2, 3), (1, 1))]
    kinds += [rectangle(draw, lead, 4, 4, 4, 4) for lead in ((), (2,), (2, 2))]
    kinds += [rectangle(draw, (), *sizes) for sizes in ((1, 1, 1, 1), (2, 70, 24, 3))]
    kinds += [tuple(t.double() for t in each) for each in kinds]
    for dtype in (torch.float32, torch.float64):
        kinds += [towering(draw, [1200.0, -1200.0], lead, dtype) for lead in ((), (2, 2))]
    return kinds


@case(0.1, "side effects")
def test_inputs_are_left_as_they_were(student, draw):
    """The call changes neither q nor k nor v, nor whether they require gradients."""
    kinds = every_kind(draw)
    for inputs, strided in ((kinds, False), (kinds[::2], True)):
        answers = student.run(*[call("attention", *each, strided=strided) for each in inputs])
        for answer, each in zip(answers, inputs, strict=True):
            check_dtypes(three_tensors(answer.value), each[0].dtype)
            for name, before, after in zip("qkv", each, answer.arguments, strict=True):
                check_same(name, before, after)


CALLED_AGAIN = [
    ((), torch.float32),
    ((), torch.float64),
    ((2,), torch.float64),
    ((2, 2), torch.float32),
]


def one_at_a_time(draw, lead, dtype):
    """Inputs of which one differs from the first; the last are the first again."""
    q, k, v = (t.to(dtype) for t in rectangle(draw, lead))
    a, b, c = (t.to(dtype) for t in rectangle(draw, lead))
    return [(q, k, v), (a, k, v), (q, b, v), (q, k, c), (q, k, v)]


@case(0.1, "side effects")
def test_the_same_call_gives_the_same_answer(student, draw):
    """The same inputs give the same results each time."""
    q, k, v = rectangle(draw)
    check_each(student, *[(q, k, v)] * 3)
    for lead, dtype in CALLED_AGAIN:
        each = tuple(t.to(dtype) for t in rectangle(draw, lead))
        check_each(student, each, each)


@case(0.1, "side effects")
def test_calls_do_not_remember_one_another(student, draw):
    """A call between two others changes neither of them; results already given stay."""
    first = rectangle(draw)
    second = tuple(t.flip(0, 1) for t in first)  # every sum over the inputs stays the same
    third = rectangle(draw, (), 5, 7, 3, 4)
    order = (first, second, third, first)
    answers = student.run(*[call("attention", *inputs) for inputs in order])
    for answer, inputs in zip(answers, order, strict=True):
        check_attention(answer.value, *inputs)
    for lead, dtype in CALLED_AGAIN:
        check_each(student, *one_at_a_time(draw, lead, dtype))


@case(0.1, "side effects")
def test_inputs_changed_in_place_are_seen(student, draw):
    """Tensors that were changed in place between two calls are read anew."""
    first, second = rectangle(draw), rectangle(draw)
    steps = (call("attention", *first), call("attention", *second, refill=0))
    before, after = student.run(*steps)
    check_attention(before.value, *first)
    check_attention(after.value, *second)
    for lead, dtype in CALLED_AGAIN:
        order = one_at_a_time(draw, lead, dtype)
        steps = [call("attention", *each, refill=0 if i else None) for i, each in enumerate(order)]
        for answer, inputs in zip(student.run(*steps), order, strict=True):
            check_attention(answer.value, *inputs)


@case(0.1, "side effects")
def test_global_state_is_left_alone(student, draw):
    """No random numbers are drawn and no global settings changed."""
    kinds = every_kind(draw)
    steps = [call("attention", *each) for each in kinds]
    steps += [call("attention", *each, strided=True) for each in kinds[::4]]
    for answer in student.run(*steps):
        three_tensors(answer.value)
        if answer.disturbed:
            raise Mismatch(f"The call changed {' and '.join(answer.disturbed)}.")
